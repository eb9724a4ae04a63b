import { RunId } from '@fairtrial/contracts';
import { PgBoss, type Db, type Job as PgBossJob } from 'pg-boss';
import { z } from 'zod';
import type { Database } from '../db/connection/open-database.ts';
import { queryRows } from '../db/connection/sql.ts';
import { coalesce } from './coalesce.ts';
import type { FetchPlan } from './fair-shares.ts';
import { fetchFromOpenProjects, type FetchedJob } from './fetch-open-projects.ts';
import { prepareJobTable, SCHEMA } from './prepare-job-table.ts';
import { superviseJobs } from './supervise-jobs.ts';
import { touchJobs } from './touch-jobs.ts';

/** A lane plays attempts of its run, one after another. A finish job grades the run and writes its summary. */
const JobData = z.object({ kind: z.enum(['lane', 'finish']), runId: RunId });
type JobData = z.infer<typeof JobData>;

const StoredJobData = JobData.extend({
  /** Number of releases without an error, for example at shutdown. */
  releases: z.int().default(0),
  /** Number of releases after an internal error. */
  errors: z.int().default(0),
});

export interface Job extends z.infer<typeof StoredJobData> {
  readonly id: string;
  /** The project of the run, which is the group of the job in pg-boss. */
  readonly project: string;
  /** Number of earlier claims, regardless of how they ended. It numbers the current claim. */
  readonly retryCount: number;
  /** By performance.now(): start of the statement that fetched it. */
  readonly fetchedAt: number;
}

/** Number of workers that lost a job: they died, or sent no heartbeat for too long. */
export function countLostClaims({ retryCount, releases, errors }: Job): number {
  return retryCount - releases - errors;
}

/** A run, and the project that its jobs count for. */
export interface RunOfProject {
  readonly runId: RunId;
  readonly project: string;
}

/** A durable queue. Jobs are enqueued in a transaction and exist if it commits. */
export interface Queue extends AsyncDisposable {
  enqueueLanes(tx: Db, run: RunOfProject, ids: readonly string[]): Promise<void>;
  enqueueFinish(tx: Db, runs: readonly RunOfProject[]): Promise<void>;
  /** Finish jobs first, then the oldest. Each job goes to one worker only. */
  fetch(plan: FetchPlan): Promise<readonly Job[]>;
  /**
   * Heartbeat: a job that is not touched for `JOB_HELD_MS` is given to another worker. Returns the jobs that still belong
   * to this worker.
   */
  touch(jobs: readonly Job[]): Promise<ReadonlySet<Job>>;
  complete(jobs: readonly Job[]): Promise<void>;
  /** Makes jobs available to other workers at once. */
  release(jobs: readonly Job[]): Promise<void>;
  /** Like `release`, after an internal error. */
  retry(jobs: readonly Job[]): Promise<void>;
  /** Deletes all jobs of these runs, including completed ones that would be kept for a while. */
  deleteJobs(tx: Db, runIds: readonly RunId[]): Promise<void>;
}

interface NewJob extends JobData {
  readonly project: string;
  readonly id?: string;
}

interface QueueOptions {
  readonly database: Database;
  /** A connection that is never busy with other work: a job without a heartbeat is given to another worker. */
  readonly heartbeats: Pick<Database, 'within'>;
  /** Set in processes that requeue jobs without a heartbeat. Throws while the database is not writable. */
  readonly checkWritable: (() => Promise<void>) | undefined;
  readonly onError: (error: Error) => void;
}

const QUEUE_NAME = 'runs';
/** A heartbeat without an answer after this time is repeated before the job looks abandoned. */
const HEARTBEAT_ANSWER_MS = 3000;
/** At startup pg-boss may create or change its tables. */
const START_ANSWER_MS = 60_000;
/** Interval for deleting completed jobs. pg-boss scans all jobs for that, so there should not be many. */
const DELETE_EVERY_SECONDS = 600;
/** A job that was fetched or touched belongs to its worker for this long. */
export const JOB_HELD_MS = 10_000; // the minimum of pg-boss
const QUEUE_OPTIONS = {
  heartbeatSeconds: JOB_HELD_MS / 1000,
  retryLimit: 100_000, // the worker has its own limit
  retryDelay: 0,
  expireInSeconds: 86_400,
  deleteAfterSeconds: 600,
};

export async function createQueue(options: QueueOptions): Promise<Queue> {
  const { database, checkWritable, onError } = options;
  const boss = await startBoss(options);
  const supervisor =
    checkWritable &&
    superviseJobs({ requeueAbandoned: () => boss.supervise(), checkWritable, onError });
  const fetchOpen = fetchFromOpenProjects(database);

  return {
    enqueueLanes: (tx, { runId, project }, ids) =>
      enqueue(
        boss,
        tx,
        ids.map((id) => ({ kind: 'lane', runId, project, id })),
      ),
    enqueueFinish: (tx, runs) =>
      enqueue(
        boss,
        tx,
        runs.map(({ runId, project }) => ({ kind: 'finish', runId, project })),
      ),
    async fetch({ limit, fullProjects }) {
      const fetchedAt = performance.now();
      const jobs =
        fullProjects.length === 0
          ? await boss.fetch<object>(QUEUE_NAME, { batchSize: limit })
          : await fetchOpen({ limit, fullProjects });
      return jobs.map((job) => toJob(job, fetchedAt));
    },
    touch: touchJobs(options.heartbeats.within(HEARTBEAT_ANSWER_MS)),
    // pg-boss also compares the retry count of a job, so jobs that another worker has claimed are not changed.
    complete: coalesce<Job>(async (jobs) => void (await boss.complete(QUEUE_NAME, [...jobs]))),
    release: coalesce<Job>((jobs) => releaseJobs({ boss, database }, jobs, 'releases')),
    retry: coalesce<Job>((jobs) => releaseJobs({ boss, database }, jobs, 'errors')),
    deleteJobs: (tx, runIds) => deleteJobs(boss, tx, runIds),
    async [Symbol.asyncDispose]() {
      await supervisor?.[Symbol.asyncDispose]();
      await boss.stop({ graceful: false, close: false });
    },
  };
}

function toJob({ id, retryCount, groupId, data }: FetchedJob | PgBossJob, fetchedAt: number): Job {
  return {
    id,
    retryCount,
    fetchedAt,
    project: groupId ?? '', // every job has a group, which the types do not show
    ...StoredJobData.parse(data),
  };
}

/** Writes the new count instead of incrementing the stored one, so that the statement is idempotent. */
const COUNT_RELEASES = `
update ${SCHEMA}.job j set data = j.data || jsonb_build_object($2::text, x.count)
from unnest($3::uuid[], $4::int[], $5::int[]) x (id, retry_count, count)
where j.name = $1 and (j.id, j.retry_count) = (x.id, x.retry_count) and j.state = 'active'`;

/** pg-boss only counts the claims of a job, so the reason is recorded first. */
async function releaseJobs(
  { boss, database }: { readonly boss: PgBoss; readonly database: Db },
  jobs: readonly Job[],
  reason: 'releases' | 'errors',
): Promise<void> {
  await database.executeSql(COUNT_RELEASES, [
    QUEUE_NAME,
    reason,
    jobs.map(({ id }) => id),
    jobs.map(({ retryCount }) => retryCount),
    jobs.map((job) => job[reason] + 1),
  ]);
  await boss.fail(QUEUE_NAME, [...jobs]);
}

/**
 * pg-boss finds jobs by the data of a single run, and scans all jobs for that. This finds the jobs of many runs by an
 * index.
 */
async function deleteJobs(boss: PgBoss, tx: Db, runIds: readonly RunId[]): Promise<void> {
  const rows = await queryRows<{ id: string }>(
    tx,
    `select id from ${SCHEMA}.job where name = $1 and data->>'runId' = any($2::text[])`,
    [QUEUE_NAME, runIds],
  );
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await boss.deleteJob(QUEUE_NAME, ids, { db: tx });
}

async function startBoss({ database, onError }: QueueOptions): Promise<PgBoss> {
  let used = database.within(START_ANSWER_MS);
  const boss = new PgBoss({
    db: { executeSql: (text, values) => used.executeSql(text, values) },
    schema: SCHEMA,
    supervise: false,
    schedule: false,
    monitorIntervalSeconds: 1,
    maintenanceIntervalSeconds: DELETE_EVERY_SECONDS,
  });
  boss.on('error', onError);
  await boss.start();
  await boss.createQueue(QUEUE_NAME, QUEUE_OPTIONS);
  await prepareJobTable(used, onError);
  used = database;
  return boss;
}

async function enqueue(boss: PgBoss, tx: Db, jobs: readonly NewJob[]): Promise<void> {
  if (jobs.length === 0) return;
  await boss.insert(
    QUEUE_NAME,
    jobs.map(({ id, project, ...data }) => ({
      data,
      group: { id: project },
      priority: data.kind === 'finish' ? 1 : 0,
      ...(id === undefined ? {} : { id }),
    })),
    { db: tx },
  );
}
