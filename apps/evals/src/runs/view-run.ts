import { AppError, type RunHead as RunHeadView, type RunId, type RunState } from '@assay/contracts';
import { findRunHead, type RunHead } from '../db/run-head.ts';
import { isOver } from '../db/run.ts';
import type { Tx } from '../db/tx.ts';

/** A run of this project, or nobody's. */
export async function requireRun(tx: Tx, project: string, id: RunId): Promise<RunHead> {
  const head = await findRunHead(tx, project, id);
  if (head === undefined) throw new AppError('run_not_found', `there is no run ${id}`);
  return head;
}

/** A run as its callers see it, without its result. */
export function viewRun(head: RunHead): RunHeadView {
  return {
    run_id: head.id,
    project: head.project,
    state: stateOf(head),
    test_name: head.name,
    endpoint: head.endpoint,
    model_id: head.modelId,
    attempts: head.attempts,
    tags: [...head.tags],
    created_at: head.createdAt.toISOString(),
    finished_at: head.finishedAt?.toISOString() ?? null,
    turns: { finished: head.turnsFinished, total: head.turnsTotal },
    failed_turns: head.turnsFailed,
    scores: isOver(head) ? head.scores : null,
    digest: isOver(head) ? head.digest : null,
  };
}

/** That the summary is being written is our business. */
function stateOf({ state, stopMarking }: RunHead): RunState {
  if (state !== 'finishing') return state;
  return stopMarking ? 'cancelling' : 'running';
}
