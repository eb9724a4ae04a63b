import type { Comparison, RunBreakdown } from '@fairtrial/contracts';
import { formatCount, formatShare } from '@fairtrial/format';
import { useQueries } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useClient } from '../../data/api-context.ts';
import { Empty } from '../../parts/empty.tsx';
import { Failure } from '../../parts/failure.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { CELL, Table, TableRow } from '../../parts/table.tsx';
import { pairChecks, type CheckCounts } from './pair-checks.ts';
import { sideColumns } from './comparison-labels.ts';

const SKELETON_BLOCKS = ['h-40'] as const;

/** Every check of the two runs with its failures, the largest change first. */
export function CheckTable({ comparison }: { readonly comparison: Comparison }): ReactNode {
  const client = useClient();
  const { baseline, candidate } = comparison;
  const [old, now] = useQueries({
    queries: [baseline, candidate].map(({ run_id }) => ({
      queryKey: ['breakdown', run_id],
      queryFn: ({ signal }: { signal: AbortSignal }): Promise<RunBreakdown> =>
        client.request('GET /runs/:run_id/breakdown', { run_id, signal }),
    })),
  });
  const error = old?.error ?? now?.error;
  if (error) {
    const retry = (): void => [old, now].forEach((one) => void one?.refetch());
    return <Failure what="The checks could not be loaded" error={error} onRetry={retry} />;
  }
  if (!old?.data || !now?.data) return <Skeleton label="the checks" blocks={SKELETON_BLOCKS} />;
  const rows = pairChecks(old.data.checks, now.data.checks);
  if (rows.length === 0) return <Empty>Neither run has checks.</Empty>;
  return (
    <>
      <ChangedNote count={comparison.changed.length} />
      <Table
        caption="Failed checks, largest change first"
        columns={[['Check'], ...sideColumns(comparison), ['Result']]}
      >
        {rows.map(({ name, before, after, change }) => (
          <TableRow key={name}>
            <th scope="row" className={`${CELL} text-left font-medium wrap-anywhere`}>
              {name}
            </th>
            <FailedCell runId={baseline.run_id} name={name} counts={before} />
            <FailedCell runId={candidate.run_id} name={name} counts={after} />
            <td className={CELL}>{change}</td>
          </TableRow>
        ))}
      </Table>
    </>
  );
}

function ChangedNote({ count = 0 }: { readonly count: number | undefined }): ReactNode {
  if (count === 0) return null;
  return (
    <p className="mb-2 text-[13px] text-dim">
      These are the checks of all scenarios of each run, including {count} that changed.
    </p>
  );
}

interface FailedCellProps {
  readonly runId: string;
  readonly name: string;
  readonly counts: CheckCounts | undefined;
}

/** 3 of 45 failed (6.7%), with a link to them. */
function FailedCell({ runId, name, counts }: FailedCellProps): ReactNode {
  if (counts === undefined) return <td className={`${CELL} text-dim`}>not checked</td>;
  const { failed, total } = counts;
  if (failed === 0) return <td className={`${CELL} text-ok`}>✓ none failed</td>;
  return (
    <td className={CELL}>
      <a
        href={`/console/runs/${runId}?failed_check=${encodeURIComponent(name)}`}
        className="text-bad underline underline-offset-2"
      >
        ✗ {formatCount(failed)} of {formatCount(total)} failed ({formatShare(failed / total)})
      </a>
    </td>
  );
}
