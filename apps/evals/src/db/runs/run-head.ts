import type { AverageScores, RunOverview, RunId, StoppedBy } from '@assay/contracts';
import type { StoredRunState } from './run.ts';
import { queryRows, type SqlExecutor } from '../connection/sql.ts';

/** A run without its plan, and how far it is. */
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
  readonly isPinned: boolean;
  readonly state: StoredRunState;
  readonly isCancelled: boolean;
  readonly stopGrading: boolean;
  readonly stoppedBy: StoppedBy | null;
  /** Null if it has none. */
  readonly callBudget: number | null;
  /** Made, or set aside for attempts that are being played; counted with a budget only. */
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
select r.id, r.project, r.name, r.endpoint, r.model_id as "modelId", r.attempts, r.tags, r.branch, r.state,
  r.is_cancelled as "isCancelled", r.stop_grading as "stopGrading", r.stopped_by as "stoppedBy", p.call_budget as "callBudget",
  p.calls_reserved as "callsReserved", r.created_at as "createdAt", r.finished_at as "finishedAt",
  p.concurrency, p.turns_total as "turnsTotal", p.turns_finished as "turnsFinished", p.turns_failed as "turnsFailed",
  b.run_id is not null as "isPinned", s.scores, d.overview`;

const JOINS = `
  join run_progress p on p.run_id = r.id
  left join run_summary s on (s.run_id, s.revision) = (r.id, r.revision)
  left join run_overview d on d.run_id = r.id
  left join pinned_baseline b on b.run_id = r.id`;

/** Reads heads of the runs that `source`, a table or a subselect, has as `r`. */
export function selectHeads(source: string): string {
  return `${COLUMNS} from ${source} r ${JOINS}`;
}

/** Undefined also where it belongs to another project: nobody learns of others' runs. */
export async function findRunHead(
  tx: SqlExecutor,
  project: string,
  id: RunId,
): Promise<RunHead | undefined> {
  const text = `${selectHeads('run')} where r.id = $1 and r.project = $2`;
  const [row] = await queryRows<RunHead>(tx, text, [id, project]);
  return row;
}
