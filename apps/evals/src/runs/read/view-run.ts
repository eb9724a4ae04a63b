import {
  showAddress,
  type Headline,
  type ParsedQuery,
  type RunHead as RunHeadView,
  type RunId,
  type RunList,
  type RunState,
} from '@fairtrial/contracts';
import type { SqlExecutor } from '../../db/connection/sql.ts';
import { listRunHeads } from '../../db/lists/list-run-heads.ts';
import type { RunFilter } from '../../db/lists/run-filter.ts';
import type { RunHead } from '../../db/runs/run-head.ts';
import { hasResult, isOver, type StoredRunState } from '../../entities/run.ts';
import { NONE_MISREAD } from '../summary/count-problems.ts';
import { decideHeadline } from '../headline/decide-headline.ts';

/** A run as callers see it, without its result. */
export function viewRun(head: RunHead): RunHeadView {
  return {
    run_id: head.id,
    project: head.project,
    state: toRunState(head),
    test_name: head.name,
    endpoint: showAddress(head.endpoint),
    model_id: head.modelId,
    attempts: head.attempts,
    tags: [...head.tags],
    branch: head.branch,
    dataset: head.dataset,
    pinned: head.isPinned,
    created_at: head.createdAt.toISOString(),
    finished_at: head.finishedAt?.toISOString() ?? null,
    turns: { finished: head.turnsFinished, total: head.turnsTotal },
    failed_turns: head.turnsFailed,
    budget:
      head.callBudget === null ? null : { calls: head.callBudget, reserved: head.callsReserved },
    stopped_by: isOver(head) ? head.stoppedBy : null,
    scores: hasResult(head) ? head.scores : null,
    overview: isOver(head) ? toOverview(head) : null,
  };
}

/** Every finished run has a headline, also one that the service failed, whatever its earlier result was. */
function toOverview(head: RunHead): RunHeadView['overview'] {
  return hasResult(head)
    ? head.overview
    : { headline: failedHeadline(head), ci95: null, latency_ms: null, verdict: null, gate: null };
}

function failedHeadline(head: RunHead): Headline {
  const turns = {
    planned: head.turnsTotal,
    finished: head.turnsFinished,
    failed: head.turnsFailed,
  };
  const side = {
    name: 'the run',
    state: 'failed',
    turns,
    stoppedBy: head.stoppedBy ?? undefined,
    misread: NONE_MISREAD,
    judged: undefined,
  } as const;
  return decideHeadline({ sides: [side], basis: null, mean: undefined });
}

/** The API has no state `finishing`: a run whose summary is being written is still running. */
function toRunState({ state, stopGrading }: RunHead): RunState {
  if (state !== 'finishing') return state;
  return stopGrading ? 'cancelling' : 'running';
}

type RunQuery = ParsedQuery<'GET /runs'>;

const STORED_STATES: Readonly<Record<RunState, readonly StoredRunState[]>> = {
  running: ['running', 'finishing'],
  cancelling: ['cancelling'],
  completed: ['completed'],
  cancelled: ['cancelled'],
  failed: ['failed'],
};

export async function listRuns(
  tx: SqlExecutor,
  project: string,
  query: RunQuery,
): Promise<RunList> {
  const { state, id_prefix: _prefix, cursor: _cursor, limit, ...others } = query;
  const states = state && STORED_STATES[state];
  const filter = { project, ...others, states, ...toIdRange(query) };
  const { heads, next } = await listRunHeads(tx, filter, { limit });
  return { runs: heads.map(viewRun), next_cursor: next ?? null };
}

/** A prefix is a range of ids, which every run index has in order. */
function toIdRange({
  id_prefix: prefix,
  cursor,
}: Pick<RunQuery, 'id_prefix' | 'cursor'>): Pick<RunFilter, 'from' | 'before'> {
  if (prefix === undefined) return { before: cursor };
  const digits = prefix.toLowerCase().replaceAll('-', '').slice(0, ID_DIGITS);
  const size = 16n ** BigInt(ID_DIGITS - digits.length);
  const first = BigInt(`0x${digits || '0'}`) * size;
  const end = toId(first + size);
  return { from: toId(first), before: cursor !== undefined && cursor < end ? cursor : end };
}

const ID_DIGITS = 32;

/** The id with this value, limited to the highest id. */
function toId(value: bigint): RunId {
  const highest = 16n ** BigInt(ID_DIGITS) - 1n;
  const digits = (value > highest ? highest : value).toString(16).padStart(ID_DIGITS, '0');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') as RunId;
}
