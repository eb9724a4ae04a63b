import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface ChartMarkProps {
  /** Tooltip of the mark. */
  readonly title: string;
  /** Target of a click. The table of the chart has the same links for the keyboard. */
  readonly href?: string | undefined;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A part of a chart with a tooltip and an optional link. */
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
