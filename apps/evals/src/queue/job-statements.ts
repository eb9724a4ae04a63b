/*
 * The two statements of this service at the tables of pg-boss: nothing of its interface does what they do without a look
 * at every job. `job-statements.test.ts` compares what they find and change with pg-boss itself, so that it fails if a
 * new version stores jobs differently.
 */
import { ensureIndex } from '../db/connection/ensure-index.ts';
import { queryRows, type SqlExecutor, type Transactor } from '../db/connection/sql.ts';
import type { FetchPlan } from './fair-shares.ts';

/** The schema of pg-boss, and its table for the jobs of all queues without a table of their own. */
export const SCHEMA = 'fairtrial_queue';
export const JOB_TABLE = 'job_common';
const JOBS = `${SCHEMA}.${JOB_TABLE}`;

/** Condition of a queued job, and the project of a job, as in the index. */
const QUEUED = `state < 'active' and not blocked`;
const PROJECT = `coalesce(group_id, '')`;
const WAITING = `name = 'runs' and ${QUEUED}`;

/** The queued jobs of a project in fetch order. */
const INDEX = {
  name: 'queued_job_of_project',
  table: JOBS,
  definition: `(name, ${PROJECT}, priority desc, created_on) where ${QUEUED}`,
};

/**
 * Called after pg-boss has created its tables. Without its index a fetch only takes longer, so a failure (this role may
 * not create indexes, or another process is creating it) is reported.
 */
export async function indexJobs(
  database: Transactor,
  onError: (error: Error) => void,
): Promise<void> {
  try {
    await ensureIndex(database, INDEX);
  } catch (cause) {
    onError(new Error('the job table lacks an index', { cause }));
  }
}

/** A job, and the number that pg-boss gives its claim. */
export interface Claim {
  readonly id: string;
  readonly retryCount: number;
}

export interface FetchedJob extends Claim {
  readonly groupId?: string | null;
  readonly data: object | null;
  readonly output: object | null;
}

export interface FetchedJobs<Job> {
  readonly jobs: readonly Job[];
  /** True if jobs wait of the projects that have used up their shares; of any project if no job could be fetched. */
  readonly isWaitedFor: boolean;
}

/** There is a row even if no job is fetched. */
type NoJob = Readonly<Record<keyof FetchedJob, null>>;

type FetchedRow = (FetchedJob | NoJob) & {
  /** Where the next fetch continues; null: from the start. */
  readonly nextProject: string | null;
  readonly isWaitedFor: boolean;
};

/** Number of projects whose jobs one fetch looks at. */
const MAX_PROJECTS = 50;

/**
 * Steps from one project with queued jobs to the next, and takes the first jobs of each. Sets the same columns as a
 * fetch of pg-boss.
 */
const FETCH = `
with recursive waiting (project, n) as (
  (select ${PROJECT}, 1 from ${JOBS} where ${WAITING} and ${PROJECT} >= $3 order by ${PROJECT} limit 1)
  union all
  select (select ${PROJECT} from ${JOBS} where ${WAITING} and ${PROJECT} > w.project order by ${PROJECT} limit 1), n + 1
  from waiting w where w.project is not null and n <= ${MAX_PROJECTS}
), next as materialized (
  select j.id from waiting w cross join lateral (
    select id, priority, created_on from ${JOBS}
    where ${WAITING} and ${PROJECT} = w.project and start_after <= ${SCHEMA}.job_now()
    order by priority desc, created_on limit $2 for update skip locked
  ) j
  where w.n <= ${MAX_PROJECTS} and w.project <> all($1::text[])
  order by j.priority desc, j.created_on limit $2
), fetched as (
  update ${JOBS} j set state = 'active', started_on = ${SCHEMA}.job_now(), heartbeat_on = ${SCHEMA}.job_now(),
    retry_count = case when started_on is not null then retry_count + 1 else retry_count end
  from next where j.name = 'runs' and j.id = next.id
  returning j.id, j.retry_count, j.group_id, j.data, j.output
)
select id, retry_count as "retryCount", group_id as "groupId", data, output,
  (select project from waiting where n > ${MAX_PROJECTS}) as "nextProject",
  case when $2 = 0 then exists (select from ${JOBS} where ${WAITING})
    else exists (
      select from unnest($1::text[]) p (project) cross join lateral (
        select from ${JOBS} where ${WAITING} and ${PROJECT} = p.project limit 1
      ) x
    ) end as "isWaitedFor"
from (select) x left join fetched on true`;

/**
 * Fetches jobs of projects that are not full. pg-boss would read every older job of the full projects. If more than
 * `MAX_PROJECTS` projects wait, the next fetch continues after the last project of this one.
 */
export function fetchFromOpenProjects(
  database: SqlExecutor,
): (plan: FetchPlan) => Promise<FetchedJobs<FetchedJob>> {
  let first = '';
  return async ({ limit, fullProjects }) => {
    const rows = await queryRows<FetchedRow>(database, FETCH, [fullProjects, limit, first]);
    first = rows[0]?.nextProject ?? '';
    return {
      jobs: rows.filter((job) => job.id !== null),
      isWaitedFor: rows[0]?.isWaitedFor === true,
    };
  };
}

interface AbandonedClaim extends Claim {
  readonly output: object | null;
}

/** Read by an index of pg-boss. pg-boss itself counts all jobs whenever it looks for these. */
const ABANDONED = `
select id, retry_count as "retryCount", output from ${JOBS}
where name = 'runs' and state = 'active' and group_id is not null
  and heartbeat_on + heartbeat_seconds * interval '1s' < ${SCHEMA}.job_now()`;

/** The claims of workers that have sent no heartbeat for too long. */
export function findAbandoned(database: SqlExecutor): Promise<readonly AbandonedClaim[]> {
  return queryRows<AbandonedClaim>(database, ABANDONED);
}
