import type { RunId, RunList, RunState } from '@assay/contracts';
import { listRunHeads } from '../../db/runs/run-head.ts';
import type { StoredState } from '../../db/runs/run.ts';
import type { Tx } from '../../db/connection/tx.ts';
import { viewRun } from './view-run.ts';

export interface RunQuery {
  readonly state: RunState | undefined;
  readonly model_id: string | undefined;
  readonly tag: string | undefined;
  readonly q: string | undefined;
  readonly cursor: RunId | undefined;
  readonly limit: number;
}

/** What callers call running has two names inside. */
const STORED: Readonly<Record<RunState, readonly StoredState[]>> = {
  running: ['running', 'finishing'],
  cancelling: ['cancelling'],
  completed: ['completed'],
  cancelled: ['cancelled'],
  failed: ['failed'],
};

/** The runs of a project, newest first. */
export async function listRuns(tx: Tx, project: string, query: RunQuery): Promise<RunList> {
  const heads = await listRunHeads(tx, {
    project,
    states: query.state && STORED[query.state],
    modelId: query.model_id,
    tag: query.tag,
    search: query.q,
    before: query.cursor,
    limit: query.limit + 1,
  });
  const runs = heads.slice(0, query.limit).map(viewRun);
  return { runs, next_cursor: heads.length > query.limit ? (runs.at(-1)?.run_id ?? null) : null };
}
