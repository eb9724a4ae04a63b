import type { RunHead } from '@assay/contracts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import {
  formatCount,
  formatDelta,
  formatInterval,
  formatMs,
  formatScore,
} from '../../format/numbers.ts';
import { formatAgo, formatWhen } from '../../format/when.ts';
import { RunStatePill } from '../../parts/run-state.tsx';

interface RunsTableProps {
  readonly runs: readonly RunHead[];
  /** The one that keys act on. */
  readonly row: number;
  readonly now: number;
}

const HEAD = ['State', 'Test', 'Model', 'Score', '95 % interval', 'Δ base', 'Turns', 'p95', 'When'];

export function RunsTable({ runs, row, now }: RunsTableProps): ReactNode {
  return (
    <div className="overflow-x-auto rounded-lg border border-line bg-surface">
      <table className="w-full">
        <caption className="sr-only">Runs, newest first</caption>
        <thead>
          <tr className="bg-raised text-left text-[13px] text-dim">
            {HEAD.map((name) => (
              <th key={name} scope="col" className="px-3 py-2 font-semibold whitespace-nowrap">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {runs.map((run, at) => (
            <Row key={run.run_id} run={run} isCurrent={at === row} now={now} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps {
  readonly run: RunHead;
  readonly isCurrent: boolean;
  readonly now: number;
}

function Row({ run, isCurrent, now }: RowProps): ReactNode {
  const { run_id: runId, turns, digest } = run;
  return (
    <tr
      aria-current={isCurrent ? 'true' : undefined}
      className="border-t border-line hover:bg-raised aria-[current=true]:shadow-[inset_3px_0_var(--accent)]"
    >
      <td className="px-3 py-2">
        <RunStatePill state={run.state} />
      </td>
      <th scope="row" className="max-w-72 truncate px-3 py-2 text-left font-normal">
        <Link
          to="/console/runs/$runId"
          params={{ runId }}
          title={run.test_name}
          className="font-medium hover:underline"
        >
          {run.test_name}
        </Link>
      </th>
      <td className="max-w-48 truncate px-3 py-2" title={run.model_id}>
        {run.model_id}
      </td>
      <td className="px-3 py-2 font-semibold">{formatScore(run.scores?.['overall'])}</td>
      <td className="px-3 py-2 whitespace-nowrap text-dim">{formatInterval(digest?.ci95)}</td>
      <td className="px-3 py-2">{formatDelta(digest?.verdict?.delta)}</td>
      <td className="px-3 py-2 whitespace-nowrap">
        {turns.finished === turns.total
          ? formatCount(turns.total)
          : `${formatCount(turns.finished)} / ${formatCount(turns.total)}`}
      </td>
      <td className="px-3 py-2 whitespace-nowrap">{formatMs(digest?.latency_ms?.p95)}</td>
      <td className="px-3 py-2 whitespace-nowrap text-dim" title={formatWhen(run.created_at)}>
        {formatAgo(run.created_at, now)}
      </td>
    </tr>
  );
}
