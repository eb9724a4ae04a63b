import type { ReactNode } from 'react';

interface CardProps {
  readonly title?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

export function Card({ title, className = '', children }: CardProps): ReactNode {
  return (
    <section className={`min-w-0 rounded-lg border border-line bg-surface p-3 ${className}`}>
      {title && <h2 className="mb-2 text-[13px] font-semibold text-dim">{title}</h2>}
      {children}
    </section>
  );
}
