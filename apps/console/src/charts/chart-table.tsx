import type { ReactNode } from 'react';

export interface ChartRows {
  readonly columns: readonly string[];
  /** The first cell names the row. */
  readonly rows: readonly (readonly string[])[];
}

/** The numbers of a chart. */
export function ChartTable({
  caption,
  columns,
  rows,
}: ChartRows & { readonly caption: string }): ReactNode {
  return (
    <table className="w-full text-[13px]">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="text-left text-dim">
          {columns.map((column) => (
            <th key={column} scope="col" className="sticky top-0 bg-surface py-1 pr-3 font-medium">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...cells], at) => (
          <tr key={at} className="border-t border-line">
            <th scope="row" className="py-1 pr-3 text-left font-normal">
              {name}
            </th>
            {cells.map((cell, column) => (
              <td key={column} className="py-1 pr-3">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
