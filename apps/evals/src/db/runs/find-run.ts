import type { RunId, StoppedBy } from '@fairtrial/contracts';
import { readPlanText } from './plan-text.ts';
import type { Run, StoredRunState } from '../../entities/run.ts';
import { queryRows, type SqlExecutor } from '../connection/sql.ts';

interface RunRow {
  readonly id: RunId;
  readonly project: string;
  readonly tags: readonly string[];
  readonly branch: string | null;
  readonly partner_id: RunId | null;
  readonly is_against: boolean;
  readonly plan: string;
  readonly scenario_attempts: readonly number[] | null;
  readonly state: StoredRunState;
  readonly is_cancelled: boolean;
  readonly stop_grading: boolean;
  readonly stopped_by: StoppedBy | null;
  readonly revision: number;
  readonly created_at: Date;
  readonly finished_at: Date | null;
}

export async function findRun(tx: SqlExecutor, id: RunId): Promise<Run | undefined> {
  const [row] = await queryRows<RunRow>(
    tx,
    `select id, project, tags, branch, plan::text, scenario_attempts, partner_id, is_against, state, is_cancelled, stop_grading, stopped_by,
       revision, created_at, finished_at
     from run where id = $1`,
    [id],
  );
  return row && toRun(row);
}

function toRun(row: RunRow): Run {
  return {
    id: row.id,
    project: row.project,
    tags: row.tags,
    branch: row.branch ?? undefined,
    partnerId: row.partner_id ?? undefined,
    isAgainst: row.is_against,
    plan: { ...readPlanText(row.plan), scenarioAttempts: row.scenario_attempts ?? undefined },
    state: row.state,
    isCancelled: row.is_cancelled,
    stopGrading: row.stop_grading,
    stoppedBy: row.stopped_by ?? undefined,
    revision: row.revision,
    createdAt: row.created_at,
    finishedAt: row.finished_at ?? undefined,
  };
}
