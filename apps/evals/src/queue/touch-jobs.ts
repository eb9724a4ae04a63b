import type { Db } from 'pg-boss';
import { queryRows } from '../db/connection/sql.ts';
import { coalesce } from './coalesce.ts';
import { JOBS, SCHEMA } from './prepare-job-table.ts';

/** Like a heartbeat of pg-boss, which does not return the jobs it found. A job of another worker has another count. */
const TOUCH = `
update ${JOBS} set heartbeat_on = ${SCHEMA}.job_now()
where name = 'runs' and id = any($1::uuid[]) and state = 'active' and id || ':' || retry_count = any($2::text[])
returning id || ':' || retry_count as claim`;

interface Claim {
  readonly id: string;
  readonly retryCount: number;
}

/** Sends heartbeats, and returns those of the jobs that still belong to this worker. */
export function touchJobs<Job extends Claim>(
  database: Db,
): (jobs: readonly Job[]) => Promise<ReadonlySet<Job>> {
  const touch = coalesce<{ readonly job: Job; isHeld: boolean }>(async (touched) => {
    const ids = touched.map(({ job }) => job.id);
    const claims = touched.map(({ job }) => toText(job));
    const rows = await queryRows<{ claim: string }>(database, TOUCH, [ids, claims]);
    const held = new Set(rows.map(({ claim }) => claim));
    for (const one of touched) one.isHeld = held.has(toText(one.job));
  });
  return async (jobs) => {
    const touched = jobs.map((job) => ({ job, isHeld: false }));
    await touch(touched);
    return new Set(touched.filter(({ isHeld }) => isHeld).map(({ job }) => job));
  };
}

function toText({ id, retryCount }: Claim): string {
  return `${id}:${retryCount}`;
}
