import type { Comparison } from '@assay/contracts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Empty } from '../../parts/empty.tsx';
import { CELL, Table, TableRow } from '../../parts/table.tsx';
import { useShown } from '../../parts/use-shown.ts';
import { Button } from '../../ui/button.tsx';
import { unmatchedRows } from './unmatched-rows.ts';

const COLUMNS = [['Only in'], ['Scenario'], ['Turn']] as const;

/** What only one of the runs has, and so was not compared. */
export function UnmatchedList({ comparison }: { readonly comparison: Comparison }): ReactNode {
  const rows = unmatchedRows(comparison);
  const [shown, showMore] = useShown(rows.length, 0);
  if (rows.length === 0) {
    return <Empty>Every scenario and every turn is in both runs.</Empty>;
  }
  return (
    <>
      <Table caption="What was not compared" columns={COLUMNS}>
        {rows.slice(0, shown).map(({ side, scenario, turn, name }) => (
          <TableRow key={`${side} ${scenario} ${turn}`}>
            <td className={CELL}>{side}</td>
            <th scope="row" className={`${CELL} text-left font-medium wrap-anywhere`}>
              <Link
                to="/console/runs/$runId/$scenario/$turn"
                params={{
                  runId: comparison[side].run_id,
                  scenario: String(scenario),
                  turn: String(turn ?? 0),
                }}
                className="hover:underline"
              >
                {name}
              </Link>
            </th>
            <td className={`${CELL} text-dim`}>{turn === undefined ? 'all' : `#${turn + 1}`}</td>
          </TableRow>
        ))}
      </Table>
      {shown < rows.length && (
        <Button className="mt-3" onClick={showMore}>
          {rows.length - shown} more
        </Button>
      )}
    </>
  );
}
