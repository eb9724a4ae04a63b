import { RunId } from '@fairtrial/contracts';
import { PgBoss, type Db } from 'pg-boss';
import { z } from 'zod';
import type { Database } from '../db/connection/open-database.ts';
import { coalesce } from './coalesce.ts';
import type { FetchPlan } from './fair-shares.ts';
import {
  fetchFromOpenProjects,
  findAbandoned,
  indexJobs,
  SCHEMA,
  type Claim,
  type FetchedJob,
  type FetchedJobs,
} from './job-statements.ts';
import { superviseJobs } from './supervise-jobs.ts';

/** A lane plays attempts of its run, one after another. A finish job grades the run and writes its summary. */
const JobData = z.object({ kind: z.enum(['lane', 'finish']), runId: RunId });

/** Stored as the output of a job, which outlives its next claims: pg-boss counts claims only, not how they ended. */
const Counts = z.object({
  /** Number of releases without an error, for example at shutdown. */
  releases: z.int().default(0),
  /** Number of releases after an internal error. */
  errors: z.int().default(0),
});
type Counts = z.infer<typeof Counts>;

export interface Job extends z.infer<typeof JobData>, Counts, Claim {
  /** Of a lane: the number of the lane. */
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
  fetch(plan: FetchPlan): Promise<FetchedJobs<Job>>;
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
}

interface NewJob extends z.infer<typeof JobData> {
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
/** A job that was fetched or touched belongs to its worker for this long. */
export const JOB_HELD_MS = 10_000; // the minimum of pg-boss
const QUEUE_OPTIONS = {
  heartbeatSeconds: JOB_HELD_MS / 1000,
  retryLimit: 100_000, // the worker has its own limit
  retryDelay: 0,
  expireInSeconds: 86_400,
};

export async function createQueue(options: QueueOptions): Promise<Queue> {
  const { database, checkWritable, onError } = options;
  const boss = await startBoss(options);
  const supervisor =
    checkWritable &&
    superviseJobs({
      // A worker that sends its heartbeat at this moment keeps its job or loses it: its next heartbeat tells.
      requeueAbandoned: async () => requeue(boss, await findAbandoned(database)),
      checkWritable,
      onError,
    });
  const fetchOpen = fetchFromOpenProjects(database);

  return {
    enqueueLanes: (tx, run, ids) =>
      enqueue(
        boss,
        tx,
        ids.map((id) => ({ kind: 'lane', ...run, id })),
      ),
    enqueueFinish: (tx, runs) =>
      enqueue(
        boss,
        tx,
        runs.map((run) => ({ kind: 'finish', ...run })),
      ),
    async fetch(plan) {
      const fetchedAt = performance.now();
      const { jobs, isWaitedFor } =
        plan.fullProjects.length === 0 && plan.limit > 0
          ? { jobs: await fetchAny(boss, plan), isWaitedFor: false }
          : await fetchOpen(plan);
      return { jobs: jobs.map((job) => toJob(job, fetchedAt)), isWaitedFor };
    },
    touch: touchJobs(boss, options.heartbeats.within(HEARTBEAT_ANSWER_MS)),
    // Nothing reads a completed job. pg-boss also compares the number of the claim, so a job that another worker has
    // claimed stays.
    complete: coalesce<Job>(async (jobs) => {
      await boss.deleteJob(QUEUE_NAME, jobs.map(toClaim));
    }),
    release: coalesce<Job>((jobs) => releaseJobs(boss, jobs, 'releases')),
    retry: coalesce<Job>((jobs) => releaseJobs(boss, jobs, 'errors')),
    async [Symbol.asyncDispose]() {
      await supervisor?.[Symbol.asyncDispose]();
      await boss.stop({ graceful: false, close: false });
    },
  };
}

/** The output of a job is in its metadata. */
function fetchAny(boss: PgBoss, { limit }: FetchPlan): Promise<readonly FetchedJob[]> {
  return boss.fetch<object>(QUEUE_NAME, { batchSize: limit, includeMetadata: true });
}

function toJob({ id, retryCount, groupId, data, output }: FetchedJob, fetchedAt: number): Job {
  return {
    ...JobData.parse(data),
    ...Counts.parse(output ?? {}),
    id,
    retryCount,
    fetchedAt,
    project: groupId ?? '', // every job has a group, which the types do not show
  };
}

function toClaim({ id, retryCount }: Claim): Claim {
  return { id, retryCount };
}

/** The jobs that a call to pg-boss has changed. Its types do not say what it returns. */
const Changed = z.object({ settled: z.array(z.uuid()) });

/** Sends heartbeats, and returns the jobs that still belong to this worker. */
function touchJobs(boss: PgBoss, db: Db): Queue['touch'] {
  const touch = coalesce<{ readonly job: Job; isHeld: boolean }>(async (touched) => {
    // A worker that has lost a job and fetched it again has two claims of it: only the later one can be valid.
    const latest = new Map<string, number>();
    for (const { job } of touched)
      latest.set(job.id, Math.max(job.retryCount, latest.get(job.id) ?? 0));
    const valid = touched.filter(({ job }) => latest.get(job.id) === job.retryCount);
    const claims = valid.map(({ job }) => toClaim(job));
    const held = new Set(Changed.parse(await boss.touch(QUEUE_NAME, claims, { db })).settled);
    for (const one of valid) one.isHeld = held.has(one.job.id);
  });
  return async (jobs) => {
    const touched = jobs.map((job) => ({ job, isHeld: false }));
    await touch(touched);
    return new Set(touched.filter(({ isHeld }) => isHeld).map(({ job }) => job));
  };
}

/** Writes the new counts instead of incrementing the stored ones, so it can be repeated if the answer was lost. */
async function releaseJobs(
  boss: PgBoss,
  jobs: readonly Job[],
  reason: keyof Counts,
): Promise<void> {
  const released = jobs.map((job) => {
    const { releases, errors } = job;
    return { ...job, output: { releases, errors, [reason]: job[reason] + 1 } };
  });
  await requeue(boss, released);
}

/** Makes jobs available to all workers. A call to pg-boss gives all its jobs the same output. */
async function requeue(
  boss: PgBoss,
  claims: readonly (Claim & { readonly output: object | null })[],
): Promise<void> {
  const byOutput = Map.groupBy(claims, ({ output }) => JSON.stringify(output));
  for (const same of byOutput.values())
    await boss.fail(QUEUE_NAME, same.map(toClaim), same[0]?.output);
}

/**
 * pg-boss does nothing by itself: it would count all jobs, look after vacuum and rebuild indexes, and there is nothing
 * to clean up, because jobs that ended are deleted.
 */
async function startBoss({ database, onError }: QueueOptions): Promise<PgBoss> {
  let used = database.within(START_ANSWER_MS);
  const boss = new PgBoss({
    db: { executeSql: (text, values) => used.executeSql(text, values) },
    schema: SCHEMA,
    supervise: false,
    schedule: false,
    reindex: false,
    monitorVacuum: false,
  });
  boss.on('error', onError);
  await boss.start();
  await boss.createQueue(QUEUE_NAME, QUEUE_OPTIONS);
  await boss.updateQueue(QUEUE_NAME, QUEUE_OPTIONS); // of an older version
  await indexJobs(used, onError);
  used = database;
  return boss;
}

async function enqueue(boss: PgBoss, db: Db, jobs: readonly NewJob[]): Promise<void> {
  if (jobs.length === 0) return;
  await boss.insert(
    QUEUE_NAME,
    jobs.map(({ id, project, ...data }) => ({
      data,
      group: { id: project },
      priority: data.kind === 'finish' ? 1 : 0,
      ...(id === undefined ? {} : { id }),
    })),
    { db },
  );
}
