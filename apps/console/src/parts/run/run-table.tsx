import type { RunHead } from '@fairtrial/contracts';
import {
  formatAgo,
  formatCount,
  formatDuration,
  formatInterval,
  formatScore,
  formatWhen,
  formatDelta,
  GATE_LABELS,
  headlineLabel,
  NONE,
  RUN_STATE_LABELS,
} from '@fairtrial/format';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isOver } from '../../data/run-queries.ts';
import { TONE_CLASSES } from '../change.tsx';
import { PinToggle } from './pin-button.tsx';
import { CELL, HIDDEN_NAME, Table, TableRow, type Column } from '../table.tsx';

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
  ['Pinned baseline', HIDDEN_NAME],
  ['Verdict'],
  ['Gates', 'max-md:hidden'],
  ['Test'],
  ['Model'],
  ['Score'],
  ['95 % CI', 'max-xl:hidden'],
  ['Δ baseline', 'max-lg:hidden'],
  ['Failed turns', 'max-lg:hidden'],
  ['p95', 'max-xl:hidden'],
  ['When'],
];

/** Runs to open or to pick for a comparison. */
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
  return (
    <TableRow isCurrent={isCurrent} className={isPicked ? 'bg-accent/8' : ''}>
      <td className={`${CELL} w-4 pr-0`}>
        <input
          type="checkbox"
          checked={isPicked}
          onChange={onPick}
          aria-label={`Select ${run.test_name}, ${run.model_id}, ${formatWhen(run.created_at)}`}
          className="block size-4 accent-(--accent)"
        />
      </td>
      <td className="w-9 px-1">
        <PinToggle run={run} />
      </td>
      <td className={CELL}>
        <RunVerdict run={run} />
      </td>
      <td className={`${CELL} whitespace-nowrap max-md:hidden`}>
        <GateCount gate={overview?.gate ?? null} />
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
        {run.tags.length > 0 && (
          <span className="ml-2 text-[13px] text-dim max-lg:hidden">{run.tags.join(', ')}</span>
        )}
      </th>
      <td className={`${CELL} max-w-44 truncate`} title={run.model_id}>
        {run.model_id}
      </td>
      <td className={`${CELL} font-semibold`}>{formatScore(run.scores?.['overall'])}</td>
      <td className={`${CELL} whitespace-nowrap text-dim max-xl:hidden`}>
        {formatInterval(overview?.ci95)}
      </td>
      <td className={`${CELL} max-lg:hidden`}>{formatDelta(overview?.verdict?.delta)}</td>
      <td className={`${CELL} max-lg:hidden ${failed > 0 ? 'font-semibold' : ''}`}>
        {formatCount(failed)}
      </td>
      <td className={`${CELL} whitespace-nowrap max-xl:hidden`}>
        {formatDuration(overview?.latency_ms?.p95)}
      </td>
      <td className={`${CELL} whitespace-nowrap text-dim`} title={formatWhen(run.created_at)}>
        {formatAgo(run.created_at, now)}
      </td>
    </TableRow>
  );
}

/** The verdict on all gates of a run, and how many of them failed or are inconclusive. */
function GateCount({ gate }: Pick<NonNullable<RunHead['overview']>, 'gate'>): ReactNode {
  if (gate === null) return <span className="text-dim">{NONE}</span>;
  const { glyph, label, tone } = GATE_LABELS[gate.verdict];
  const counts = { pass: gate.total, fail: gate.failed, inconclusive: gate.inconclusive };
  return (
    <span className={TONE_CLASSES[tone]}>
      <span aria-hidden>{glyph}</span> {label} {formatCount(counts[gate.verdict])}/
      {formatCount(gate.total)}
    </span>
  );
}

/** Label and colour of the headline of a finished run; otherwise the state of the run. */
function RunVerdict({ run }: { readonly run: RunHead }): ReactNode {
  const headline = run.overview?.headline;
  const { finished, total } = run.turns;
  const { glyph, label, tone } = headline ? headlineLabel(headline) : RUN_STATE_LABELS[run.state];
  const isActive = !isOver(run.state);
  return (
    <span
      className={`whitespace-nowrap ${isActive ? 'text-accent' : TONE_CLASSES[tone]}`}
      title={headline?.title}
    >
      <span aria-hidden className="inline-block w-4">
        {glyph}
      </span>
      {label}
      {isActive && ` ${formatCount(finished)}/${formatCount(total)}`}
    </span>
  );
}
