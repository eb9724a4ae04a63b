import type { RunId } from '@assay/contracts';
import { PgBoss, type Db } from 'pg-boss';
import { coalesce } from './coalesce.ts';
import { JobData, type Job } from './job.ts';

/** Jobs that outlive every process. What is enqueued in a transaction is there if and only if it commits. */
export interface Queue extends AsyncDisposable {
  enqueueLanes(tx: Db, runId: RunId, ids: readonly string[]): Promise<void>;
  enqueueFinish(tx: Db, runIds: readonly RunId[]): Promise<void>;
  /** Oldest first, finish jobs before all others; each to one worker only. */
  fetch(most: number): Promise<readonly Job[]>;
  /** A job that nobody touches for 10 s is given to somebody else. */
  touch(jobs: readonly Job[]): Promise<void>;
  complete(jobs: readonly Job[]): Promise<void>;
  /** For somebody else to take at once. */
  release(jobs: readonly Job[]): Promise<void>;
}

interface QueueOptions {
  readonly database: Db;
  /** Whether this process looks after jobs whose workers fell silent. */
  readonly supervise: boolean;
  readonly onError: (error: Error) => void;
}

const NAME = 'runs';
const SCHEMA = 'assay_queue';
/** The shortest that pg-boss allows. */
const HEARTBEAT_SECONDS = 10;

export async function createQueue({ database, supervise, onError }: QueueOptions): Promise<Queue> {
  const boss = new PgBoss({
    db: database,
    schema: SCHEMA,
    supervise,
    schedule: false,
    superviseIntervalSeconds: 1,
    monitorIntervalSeconds: 1,
  });
  boss.on('error', onError);
  await boss.start();
  await boss.createQueue(NAME, {
    heartbeatSeconds: HEARTBEAT_SECONDS,
    retryLimit: 100_000, // how often is enough is ours to say
    retryDelay: 0,
    expireInSeconds: 86_400,
    deleteAfterSeconds: 600,
  });

  async function enqueue(tx: Db, jobs: readonly (JobData & { readonly id?: string })[]) {
    if (jobs.length === 0) return;
    await boss.insert(
      NAME,
      jobs.map(({ id, ...data }) => ({
        data,
        priority: data.kind === 'finish' ? 1 : 0,
        ...(id === undefined ? {} : { id }),
      })),
      { db: tx },
    );
  }

  return {
    enqueueLanes: (tx, runId, ids) =>
      enqueue(
        tx,
        ids.map((id) => ({ kind: 'lane', runId, id })),
      ),
    enqueueFinish: (tx, runIds) =>
      enqueue(
        tx,
        runIds.map((runId) => ({ kind: 'finish', runId })),
      ),
    async fetch(most) {
      const jobs = await boss.fetch<object>(NAME, { batchSize: most });
      return jobs.map(({ id, retryCount, data }) => ({ id, retryCount, ...JobData.parse(data) }));
    },
    // Always with the claim's number: by its id alone, a job that somebody else has by now would be meant.
    touch: coalesce<Job>(async (jobs) => void (await boss.touch(NAME, [...jobs]))),
    complete: coalesce<Job>(async (jobs) => void (await boss.complete(NAME, [...jobs]))),
    release: coalesce<Job>(async (jobs) => void (await boss.fail(NAME, [...jobs]))),
    [Symbol.asyncDispose]: () => boss.stop({ graceful: false, close: false }),
  };
}
