import type { Db } from 'pg-boss';
import { queryRows } from '../db/connection/sql.ts';
import { JOBS, PROJECT, QUEUED, SCHEMA } from './prepare-job-table.ts';

export interface FetchedJob {
  readonly id: string;
  readonly retryCount: number;
  readonly groupId: string | null;
  readonly data: object | null;
}

/** There is a row even if no job is fetched. */
type NoJob = Readonly<Record<keyof FetchedJob, null>>;

type FetchedRow = (FetchedJob | NoJob) & {
  /** Where the next fetch continues; null: from the start. */
  readonly nextProject: string | null;
};

/** Number of projects whose jobs one fetch looks at. */
const MAX_PROJECTS = 50;

const WAITING = `name = 'runs' and ${QUEUED}`;

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
  returning j.id, j.retry_count, j.group_id, j.data
)
select id, retry_count as "retryCount", group_id as "groupId", data,
  (select project from waiting where n > ${MAX_PROJECTS}) as "nextProject"
from (select) x left join fetched on true`;

interface OpenFetch {
  readonly limit: number;
  readonly fullProjects: readonly string[];
}

/**
 * Fetches jobs of projects that are not full. pg-boss would scan every older job of the full projects. If more than
 * `MAX_PROJECTS` projects wait, the next fetch continues after the last project of this one.
 */
export function fetchFromOpenProjects(
  database: Db,
): (fetch: OpenFetch) => Promise<readonly FetchedJob[]> {
  let first = '';
  return async ({ limit, fullProjects }) => {
    const values = [fullProjects, limit, first];
    const jobs = await queryRows<FetchedRow>(database, FETCH, values);
    first = jobs[0]?.nextProject ?? '';
    return jobs.filter((job) => job.id !== null);
  };
}
