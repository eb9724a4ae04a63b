import { useState, type ReactNode } from 'react';

interface MoreProps {
  readonly title: string;
  /** True if something inside needs attention: then it opens, and stays open when that is done. */
  readonly needsAttention?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Fields that are rarely needed, closed at first. */
export function More({
  title,
  needsAttention = false,
  className = '',
  children,
}: MoreProps): ReactNode {
  const [isOpen, setOpen] = useState(needsAttention);
  if (needsAttention && !isOpen) setOpen(true);
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className={`min-w-0 ${className}`}
    >
      <summary className="min-h-6 cursor-pointer text-[13px] font-medium wrap-anywhere">
        {title}
      </summary>
      <div className="mt-2 grid gap-3">{children}</div>
    </details>
  );
}
