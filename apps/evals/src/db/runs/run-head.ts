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

const HEAD = `
select r.id, r.project, r.name, r.endpoint, r.model_id as "modelId", r.attempts, r.tags, r.branch, r.state,
  r.is_cancelled as "isCancelled", r.stop_grading as "stopGrading", r.stopped_by as "stoppedBy", p.call_budget as "callBudget",
  p.calls_reserved as "callsReserved", r.created_at as "createdAt", r.finished_at as "finishedAt",
  p.concurrency, p.turns_total as "turnsTotal", p.turns_finished as "turnsFinished", p.turns_failed as "turnsFailed",
  b.run_id is not null as "isPinned", s.scores, d.overview
from run r join run_progress p on p.run_id = r.id
  left join run_summary s on (s.run_id, s.revision) = (r.id, r.revision)
  left join run_overview d on d.run_id = r.id
  left join pinned_baseline b on b.run_id = r.id`;

/** Undefined also where it belongs to another project: nobody learns of others' runs. */
export async function findRunHead(
  tx: SqlExecutor,
  project: string,
  id: RunId,
): Promise<RunHead | undefined> {
  const [row] = await queryRows<RunHead>(tx, `${HEAD} where r.id = $1 and r.project = $2`, [
    id,
    project,
  ]);
  return row;
}

export interface RunFilter {
  readonly project: string;
  readonly states?: readonly StoredRunState[] | undefined;
  readonly modelId?: string | undefined;
  readonly tag?: string | undefined;
  readonly name?: string | undefined;
  readonly isPinned?: boolean | undefined;
  /** Whether runs that were played as the second model of another run are left out. */
  readonly withoutAgainst?: boolean | undefined;
  /** Part of its name. */
  readonly search?: string | undefined;
  /** The oldest one. */
  readonly from?: RunId | undefined;
  /** The last one of the page before. */
  readonly before?: RunId | undefined;
  readonly limit: number;
}

/** Newest first. */
export function listRunHeads(tx: SqlExecutor, filter: RunFilter): Promise<readonly RunHead[]> {
  return queryRows<RunHead>(
    tx,
    `${HEAD}
     where r.project = $1
       and ($2::text[] is null or r.state = any($2))
       and ($3::text is null or r.model_id = $3)
       and ($4::text is null or $4 = any(r.tags))
       and ($5::text is null or strpos(lower(r.name), lower($5)) > 0)
       and ($6::uuid is null or r.id < $6)
       and ($7::text is null or r.name = $7)
       and ($9::boolean is null or (b.run_id is not null) = $9)
       and ($10::boolean is not true or not r.is_against)
       and ($11::uuid is null or r.id >= $11)
     order by r.id desc limit $8`,
    [
      filter.project,
      filter.states,
      filter.modelId,
      filter.tag,
      filter.search,
      filter.before,
      filter.name,
      filter.limit,
      filter.isPinned,
      filter.withoutAgainst,
      filter.from,
    ],
  );
}
