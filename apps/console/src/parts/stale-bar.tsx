import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';

interface StaleBarProps {
  /** "12 new results." */
  readonly children: string;
  readonly onRefresh: () => void;
}

/** Shows that the page is out of date. */
export function StaleBar({ children, onRefresh }: StaleBarProps): ReactNode {
  return (
    <div
      role="status"
      className="flex items-center justify-between gap-3 rounded-md border border-accent bg-surface py-1.5 pr-1.5 pl-3"
    >
      {children}
      <Button onClick={onRefresh}>Refresh</Button>
    </div>
  );
}
