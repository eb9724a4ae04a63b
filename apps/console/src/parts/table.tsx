import type { ReactNode } from 'react';

/** The name of a column, and a class where it looks different from others. */
export type Column = readonly [name: string, className?: string];

/** A column whose cells say enough: its name is only for those who do not see them. */
export const SILENT = 'silent';

interface TableProps {
  readonly caption: string;
  readonly columns: readonly Column[];
  /** Rows. */
  readonly children: ReactNode;
}

/** A frame for rows, which scrolls sideways where there is no room. */
export function Table({ caption, columns, children }: TableProps): ReactNode {
  return (
    <div className="overflow-x-auto rounded-lg border border-line bg-surface">
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
                {className === SILENT ? <span className="sr-only">{name}</span> : name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

interface TableRowProps {
  /** Keys act on it. */
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
