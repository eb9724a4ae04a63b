import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface ChartMarkProps {
  /** Shown where the mouse rests on the mark. */
  readonly title: string;
  /** Where a click leads. The table of the chart has the same links for the keyboard. */
  readonly href?: string | undefined;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A part of a chart with its numbers, and a way to what it stands for. */
export function ChartMark({ title, href, className = '', children }: ChartMarkProps): ReactNode {
  const router = useRouter();
  return (
    <g
      className={`${href === undefined ? '' : 'cursor-pointer'} ${className}`}
      onClick={href === undefined ? undefined : () => router.history.push(href)}
    >
      <title>{title}</title>
      {children}
    </g>
  );
}
