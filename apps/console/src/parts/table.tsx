import { useState, type ReactNode } from 'react';
import { ScrollRegion } from './scroll-region.tsx';

/** The name of a column, and a class for a special style. */
export type Column = readonly [name: string, className?: string];

/** A column whose name is only for screen readers. */
export const HIDDEN_NAME = 'hidden-name';

interface TableProps {
  readonly caption: string;
  readonly columns: readonly Column[];
  /** Rows. */
  readonly children: ReactNode;
}

/** A table that scrolls horizontally if it is too wide. */
export function Table({ caption, columns, children }: TableProps): ReactNode {
  return (
    <ScrollRegion label={caption} className="rounded-lg border border-line bg-surface">
      <table className="w-full">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="bg-raised text-left text-[13px] text-dim">
            {columns.map(([name, className = '']) => (
              <th
                key={name}
                scope="col"
                className={`px-2.5 py-2 font-semibold whitespace-nowrap ${className}`}
              >
                {className === HIDDEN_NAME ? <span className="sr-only">{name}</span> : name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </ScrollRegion>
  );
}

interface TableRowProps {
  /** The row that keys act on. */
  readonly isCurrent?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

export function TableRow({
  isCurrent = false,
  className = '',
  children,
}: TableRowProps): ReactNode {
  return (
    <tr
      aria-current={isCurrent ? 'true' : undefined}
      className={`border-t border-line hover:bg-raised aria-[current=true]:shadow-[inset_3px_0_var(--accent)] ${className}`}
    >
      {children}
    </tr>
  );
}

export const CELL = 'px-2.5 py-2';

const PAGE_SIZE = 100;

/**
 * Limits the drawn rows of a long table; also returns a function that shows more. The row that keys act on is always
 * drawn.
 */
export function useRowLimit(total: number, row: number): readonly [number, () => void] {
  const [requested, setRequested] = useState(PAGE_SIZE);
  const limit = Math.min(total, Math.max(requested, row + 1));
  return [limit, () => setRequested(limit + PAGE_SIZE)];
}
