import type { Comparison } from '@assay/contracts';
import type { ReactNode } from 'react';
import { formatScore } from '../../format/numbers.ts';
import { Change } from '../../parts/change.tsx';
import { CELL, Table, TableRow } from '../../parts/table.tsx';

const COLUMNS = [
  ['Metric'],
  ['Baseline'],
  ['Candidate'],
  ['Δ with a plain 95 % interval'],
] as const;

/** Every metric of the runs. */
export function MetricTable({ comparison }: { readonly comparison: Comparison }): ReactNode {
  return (
    <Table caption="Change by metric" columns={COLUMNS}>
      {Object.entries(comparison.metrics).map(([metric, { baseline, candidate, delta, ci95 }]) => (
        <TableRow key={metric}>
          <th scope="row" className={`${CELL} text-left font-mono text-[13px] font-normal`}>
            {metric}
          </th>
          <td className={CELL}>{formatScore(baseline?.mean)}</td>
          <td className={`${CELL} font-semibold`}>{formatScore(candidate?.mean)}</td>
          <td className={CELL}>
            <Change delta={delta} interval={ci95} />
          </td>
        </TableRow>
      ))}
    </Table>
  );
}
