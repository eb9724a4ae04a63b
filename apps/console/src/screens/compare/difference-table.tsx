import type { Comparison } from '@assay/contracts';
import type { ReactNode } from 'react';
import { Empty } from '../../parts/empty.tsx';
import { CELL, Table, TableRow } from '../../parts/table.tsx';
import { writeValue } from './write-value.ts';

const COLUMNS = [['Setting'], ['Baseline'], ['Candidate']] as const;

/** What the runs were asked to do differently. */
export function DifferenceTable({ comparison }: { readonly comparison: Comparison }): ReactNode {
  const { differences } = comparison;
  if (differences.length === 0) {
    return (
      <Empty>Both runs were asked to do the same: what differs is chance, or the endpoint.</Empty>
    );
  }
  return (
    <Table caption="Settings that differ" columns={COLUMNS}>
      {differences.map(({ field, baseline, candidate }) => (
        <TableRow key={field}>
          <th
            scope="row"
            className={`${CELL} text-left align-top font-mono text-[13px] font-normal`}
          >
            {field}
          </th>
          <Value tone="bg-bad-soft" value={baseline} />
          <Value tone="bg-ok-soft" value={candidate} />
        </TableRow>
      ))}
    </Table>
  );
}

function Value({ tone, value }: { readonly tone: string; readonly value: unknown }): ReactNode {
  return (
    <td className={`${CELL} align-top`}>
      <code
        className={`rounded px-1 font-mono text-[13px] wrap-anywhere whitespace-pre-wrap ${tone}`}
      >
        {writeValue(value)}
      </code>
    </td>
  );
}
