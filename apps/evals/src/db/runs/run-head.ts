import type { AverageScores, RunOverview, RunId, StoppedBy } from '@fairtrial/contracts';
import type { StoredRunState } from '../../entities/run.ts';
import { queryRows, type SqlExecutor } from '../connection/sql.ts';

/** A run without its plan, with its progress. */
export interface RunHead {
  readonly id: RunId;
  readonly project: string;
  readonly name: string;
  readonly endpoint: string;
  readonly modelId: string;
  readonly attempts: number;
  readonly concurrency: number;
  readonly tags: readonly string[];
  readonly branch: string | null;
  /** `support@7`; null if the request had the scenarios itself. */
  readonly dataset: string | null;
  readonly isPinned: boolean;
  readonly state: StoredRunState;
  readonly revision: number;
  readonly isCancelled: boolean;
  readonly stopGrading: boolean;
  readonly stoppedBy: StoppedBy | null;
  /** Null without a budget. */
  readonly callBudget: number | null;
  /** Calls made, or reserved for attempts in progress; only counted with a budget. */
  readonly callsReserved: number;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
  readonly turnsTotal: number;
  readonly turnsFinished: number;
  readonly turnsFailed: number;
  readonly scores: AverageScores | null;
  readonly overview: RunOverview | null;
}

const COLUMNS = `
select r.id, r.project, r.name, r.endpoint, r.model_id as "modelId", r.attempts, r.tags, r.branch, r.dataset, r.state, r.revision,
  r.is_cancelled as "isCancelled", r.stop_grading as "stopGrading", r.stopped_by as "stoppedBy", p.call_budget as "callBudget",
  p.calls_reserved as "callsReserved", r.created_at as "createdAt", r.finished_at as "finishedAt",
  p.concurrency, p.turns_total as "turnsTotal", p.turns_finished as "turnsFinished", p.turns_failed as "turnsFailed",
  b.run_id is not null as "isPinned", s.scores, d.overview`;

const JOINS = `
  join run_progress p on p.run_id = r.id
  left join run_summary s on (s.run_id, s.revision) = (r.id, r.revision)
  left join run_overview d on d.run_id = r.id
  left join pinned_baseline b on b.run_id = r.id`;

/** Selects heads of the runs that `source`, a table or a subselect, provides as `r`. */
export function selectHeads(source: string): string {
  return `${COLUMNS} from ${source} r ${JOINS}`;
}

/** `undefined` also for runs of another project, so that callers cannot learn that they exist. */
export async function findRunHead(
  tx: SqlExecutor,
  project: string,
  id: RunId,
): Promise<RunHead | undefined> {
  const text = `${selectHeads('run')} where r.id = $1 and r.project = $2`;
  const [row] = await queryRows<RunHead>(tx, text, [id, project]);
  return row;
}
