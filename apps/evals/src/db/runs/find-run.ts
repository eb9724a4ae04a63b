import type { RunId } from '@assay/contracts';
import type { Run, RunPlan, StoredState } from './run.ts';
import { select, type Tx } from '../connection/tx.ts';

interface Row {
  readonly id: RunId;
  readonly project: string;
  readonly tags: readonly string[];
  readonly plan: RunPlan;
  readonly state: StoredState;
  readonly is_cancelled: boolean;
  readonly stop_grading: boolean;
  readonly revision: number;
  readonly created_at: Date;
  readonly finished_at: Date | null;
}

export async function findRun(tx: Tx, id: RunId): Promise<Run | undefined> {
  const [row] = await select<Row>(
    tx,
    `select id, project, tags, plan, state, is_cancelled, stop_grading, revision, created_at, finished_at
     from run where id = $1`,
    [id],
  );
  return row && toRun(row);
}

/** JSON leaves out what is undefined, and plans of old know less. */
function toPlan(
  plan: Partial<RunPlan> & Omit<RunPlan, 'gates' | 'isSimulated' | 'asked'>,
): RunPlan {
  const { systemPrompt, scorers, grading, baselineRunId } = plan;
  const { asked = [], gates = [], isSimulated = false } = plan;
  return { ...plan, systemPrompt, scorers, asked, grading, baselineRunId, gates, isSimulated };
}

function toRun(row: Row): Run {
  return {
    id: row.id,
    project: row.project,
    tags: row.tags,
    plan: toPlan(row.plan),
    state: row.state,
    isCancelled: row.is_cancelled,
    stopGrading: row.stop_grading,
    revision: row.revision,
    createdAt: row.created_at,
    finishedAt: row.finished_at ?? undefined,
  };
}
