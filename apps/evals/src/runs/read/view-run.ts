import { AppError, type RunHead as RunHeadView, type RunId, type RunState } from '@assay/contracts';
import { findRunHead, type RunHead } from '../../db/runs/run-head.ts';
import { isOver } from '../../db/runs/run.ts';
import type { Tx } from '../../db/connection/tx.ts';

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
    overview: isOver(head) ? head.overview : null,
  };
}

/** That the summary is being written is our business. */
function stateOf({ state, stopGrading }: RunHead): RunState {
  if (state !== 'finishing') return state;
  return stopGrading ? 'cancelling' : 'running';
}
