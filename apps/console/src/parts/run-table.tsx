import type { RunHead } from '@assay/contracts';
import {
  formatAgo,
  formatCount,
  formatDuration,
  formatInterval,
  formatScore,
  formatWhen,
  RUN_STATE_LABELS,
  VERDICT_LABELS,
  WITHIN_NOISE,
} from '@assay/format';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Change, TONE_CLASSES } from './change.tsx';
import { CELL, HIDDEN_NAME, Table, TableRow, type Column } from './table.tsx';

interface RunTableProps {
  readonly caption: string;
  readonly runs: readonly RunHead[];
  /** The row that keys act on. */
  readonly row: number | undefined;
  readonly picked: readonly string[];
  readonly onPick: (runId: string) => void;
  readonly now: number;
}

const COLUMNS: readonly Column[] = [
  ['Chosen', HIDDEN_NAME],
  ['Verdict'],
  ['Test'],
  ['Model'],
  ['Score'],
  ['95 % CI', 'max-lg:hidden'],
  ['Δ baseline', 'max-lg:hidden'],
  ['Failed turns', 'max-lg:hidden'],
  ['p95', 'max-lg:hidden'],
  ['When'],
];

/** Runs to open, or to pick for a comparison. */
export function RunTable({ caption, runs, row, picked, onPick, now }: RunTableProps): ReactNode {
  return (
    <Table caption={caption} columns={COLUMNS}>
      {runs.map((run, at) => (
        <Row
          key={run.run_id}
          run={run}
          now={now}
          isCurrent={at === row}
          isPicked={picked.includes(run.run_id)}
          onPick={() => onPick(run.run_id)}
        />
      ))}
    </Table>
  );
}

interface RowProps {
  readonly run: RunHead;
  readonly isCurrent: boolean;
  readonly isPicked: boolean;
  readonly onPick: () => void;
  readonly now: number;
}

function Row({ run, isCurrent, isPicked, onPick, now }: RowProps): ReactNode {
  const { run_id: runId, overview, failed_turns: failed } = run;
  const verdict = overview?.verdict;
  return (
    <TableRow isCurrent={isCurrent} className={isPicked ? 'bg-accent/8' : ''}>
      <td className={`${CELL} w-4 pr-0`}>
        <input
          type="checkbox"
          checked={isPicked}
          onChange={onPick}
          aria-label={`Choose ${run.test_name}, ${run.model_id}, ${formatWhen(run.created_at)}`}
          className="block size-4 accent-(--accent)"
        />
      </td>
      <td className={CELL}>
        <RunVerdict run={run} />
      </td>
      <th scope="row" className={`${CELL} max-w-64 truncate max-lg:max-w-44 text-left font-normal`}>
        <Link
          to="/console/runs/$runId"
          params={{ runId }}
          title={run.test_name}
          className="font-medium hover:underline"
        >
          {run.test_name}
        </Link>
      </th>
      <td className={`${CELL} max-w-44 truncate`} title={run.model_id}>
        {run.model_id}
      </td>
      <td className={`${CELL} font-semibold`}>{formatScore(run.scores?.['overall'])}</td>
      <td className={`${CELL} whitespace-nowrap text-dim max-lg:hidden`}>
        {formatInterval(overview?.ci95)}
      </td>
      <td className={`${CELL} max-lg:hidden`}>
        <Change delta={verdict?.delta} result={verdict?.result} />
      </td>
      <td className={`${CELL} max-lg:hidden ${failed > 0 ? 'font-semibold text-bad' : ''}`}>
        {formatCount(failed)}
      </td>
      <td className={`${CELL} whitespace-nowrap max-lg:hidden`}>
        {formatDuration(overview?.latency_ms?.p95)}
      </td>
      <td className={`${CELL} whitespace-nowrap text-dim`} title={formatWhen(run.created_at)}>
        {formatAgo(run.created_at, now)}
      </td>
    </TableRow>
  );
}

/** The verdict against the baseline, if there is one; else the state of the run. */
function RunVerdict({ run }: { readonly run: RunHead }): ReactNode {
  const [glyph, label, style] = describeVerdict(run);
  return (
    <span className={`whitespace-nowrap ${style}`}>
      <span aria-hidden className="inline-block w-4">
        {glyph}
      </span>
      {label}
    </span>
  );
}

type VerdictStyle = readonly [glyph: string, label: string, style: string];

function describeVerdict({ state, turns, overview }: RunHead): VerdictStyle {
  const { glyph, label, tone } = RUN_STATE_LABELS[state];
  if (state === 'failed' || state === 'cancelled') return [glyph, label, TONE_CLASSES[tone]];
  if (state !== 'completed') {
    const { finished, total } = turns;
    return [glyph, `${label} ${formatCount(finished)}/${formatCount(total)}`, 'text-accent'];
  }
  const verdict = overview?.verdict;
  if (!verdict) return [glyph, label, 'text-ok'];
  const { regressed, improved, compared } = verdict;
  if (regressed > 0) return describeChange('regressed', `${regressed} of ${compared}`);
  if (improved > 0) return describeChange('improved', `${improved} of ${compared}`);
  return [WITHIN_NOISE.glyph, WITHIN_NOISE.label, TONE_CLASSES[WITHIN_NOISE.tone]];
}

function describeChange(result: 'regressed' | 'improved', scenarios: string): VerdictStyle {
  const { glyph, label, tone } = VERDICT_LABELS[result];
  return [glyph, `${label} ${scenarios}`, TONE_CLASSES[tone]];
}
