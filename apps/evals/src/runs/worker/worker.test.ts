import type { RunId } from '@fairtrial/contracts';
import type { Endpoint } from '@fairtrial/models';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import type { Database } from '../../db/connection/open-database.ts';
import { findRun } from '../../db/runs/find-run.ts';
import { insertRun } from '../../db/runs/insert-run.ts';
import { createQueue, type Queue } from '../../queue/create-queue.ts';
import { exampleDatabase } from '../../testing/example-database.ts';
import {
  exampleInteraction,
  examplePlan,
  exampleRun,
  exampleScenario,
} from '../../testing/example-rows.ts';
import type { GradingModels } from '../grade/asked/grading-models.ts';
import { createLocalGraders, type LocalGraders } from '../grade/local/local-graders.ts';
import { Worker } from './worker.ts';

const TURNS = 40;
const MAX_LOST_CLAIMS = 20;
const MAX_ERRORS = 3;

interface WorkerEvents {
  /** Number of claims that throw before their first call. */
  readonly errors?: number;
  readonly onError?: (context: object) => void;
  /** Called at the end of a run. */
  readonly onEnd?: () => void;
  /** Called before the worker fetches jobs: at the end of each job, and at times without a reason. */
  readonly onFetch?: () => void;
}

describe('takeover of a job', () => {
  let database: Database;
  let local: LocalGraders;
  let queue: Queue;

  before(async () => {
    database = await exampleDatabase(4);
    local = createLocalGraders();
    queue = await createQueue({
      database,
      heartbeats: database,
      checkWritable: undefined,
      onError: assert.ifError,
    });
  });
  after(async () => {
    await local[Symbol.asyncDispose]();
    await queue[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });

  /** Starts a run with one conversation. */
  async function startRun(): Promise<RunId> {
    const interactions = Array.from({ length: TURNS }, () => exampleInteraction());
    const plan = examplePlan({ scenarios: [exampleScenario({ interactions })] });
    const { id: runId, project, ...run } = exampleRun({ plan });
    const lanes = [randomUUID()];
    await insertRun(database, { ...run, id: runId, project }, lanes);
    await queue.enqueueLanes(database, { runId, project }, lanes);
    return runId;
  }

  function openWorker(
    call: Endpoint['call'],
    { errors = 0, onError = () => undefined, onEnd = () => undefined, onFetch }: WorkerEvents = {},
  ): Worker {
    let left = errors;
    return new Worker({
      database,
      queue: {
        ...queue,
        fetch(plan) {
          onFetch?.();
          return queue.fetch(plan);
        },
      },
      notifier: { notifyCancel() {}, notifyEnd: onEnd, notifyJobs() {}, notifyProgress() {} },
      createEndpoint() {
        left -= 1;
        if (left >= 0) throw new Error('an error of ours');
        return { protocol: 'openai', call };
      },
      createUser: () => assert.fail('no user is simulated'),
      modelsFor: () => NO_MODELS,
      local,
      capacity: 10,
      weights: new Map(),
      log: { error: onError, warn: onError },
    });
  }

  /** A worker that is stopped during its first call and releases its job. */
  async function playOneTurn(): Promise<void> {
    const called = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    const worker = openWorker(
      async () => {
        called.resolve();
        await answered.promise;
        return ANSWER;
      },
      { onError: called.reject },
    );
    await called.promise;
    const closed = worker[Symbol.asyncDispose]();
    answered.resolve();
    await closed;
  }

  /** Simulates how pg-boss treats the job of a worker that stopped sending heartbeats. */
  async function loseWorker(): Promise<void> {
    const { jobs } = await queue.fetch({ limit: 1, fullProjects: [] });
    assert.equal(jobs.length, 1);
    await database.executeSql(
      `update fairtrial_queue.job set state = 'retry' where id = $1 and state = 'active'`,
      [jobs[0]?.id],
    );
  }

  /** Plays the run to its end, with this many internal errors on the way. */
  async function playRest(runId: RunId, errors = 0): Promise<string | undefined> {
    const over = Promise.withResolvers<void>();
    const worker = openWorker(async () => ANSWER, { errors, onEnd: over.resolve });
    await over.promise;
    await worker[Symbol.asyncDispose]();
    return (await findRun(database, runId))?.state;
  }

  async function repeat(times: number, work: () => Promise<void>): Promise<void> {
    for (let n = 0; n < times; n += 1) await work();
  }

  it('a job that 30 workers have released is played to its end', async () => {
    const runId = await startRun();
    await repeat(30, playOneTurn);
    assert.equal(await playRest(runId), 'completed');
  });

  it('a run fails when its job has lost more than 20 workers, regardless of releases', async () => {
    const lucky = await startRun();
    await repeat(2, playOneTurn);
    await repeat(MAX_LOST_CLAIMS, loseWorker);
    await repeat(2, playOneTurn);
    assert.equal(await playRest(lucky), 'completed');

    const runId = await startRun();
    await repeat(MAX_LOST_CLAIMS + 1, loseWorker);
    assert.equal(await playRest(runId), 'failed');
  });

  it('a job is retried after three internal errors, regardless of earlier releases and lost workers', async () => {
    const runId = await startRun();
    await repeat(4, playOneTurn);
    await repeat(4, loseWorker);
    assert.equal(await playRest(runId, MAX_ERRORS), 'completed');
  });

  it('a worker that lost a job and has fetched it again can still cancel it when the first claim ends', async () => {
    const calls = [1, 2].map(() => Promise.withResolvers<AbortSignal>());
    const answered = Promise.withResolvers<void>();
    let made = 0;
    const released = Promise.withResolvers<void>();
    let fetched = Promise.withResolvers<void>();
    const over = Promise.withResolvers<void>();
    const worker = openWorker(
      async ({ signal }) => {
        calls[made]?.resolve(signal);
        made += 1;
        if (made === 1) await answered.promise;
        else await Promise.race([once(signal, 'abort'), released.promise]);
        signal.throwIfAborted();
        return ANSWER;
      },
      { onFetch: () => fetched.resolve(), onEnd: over.resolve },
    );
    const runId = await startRun();
    worker.wake();
    await calls[0]?.promise;
    await database.executeSql(
      `update fairtrial_queue.job set state = 'retry' where data->>'runId' = $1`,
      [runId],
    );
    worker.wake();
    const second = await calls[1]?.promise;
    fetched = Promise.withResolvers();
    answered.resolve();
    await fetched.promise;
    worker.cancel(runId);
    const isCancelled = second?.aborted;
    released.resolve();
    await over.promise;
    await worker[Symbol.asyncDispose]();
    assert.equal(isCancelled, true);
  });

  it('a run fails at the fourth internal error of its job', async () => {
    assert.equal(await playRest(await startRun(), MAX_ERRORS + 1), 'failed');
  });
});

const NO_MODELS: GradingModels = {
  complete: () => assert.fail('no model is asked'),
  embed: undefined,
  embeddingsFloor: 0,
  deadlineMs: 1,
  enter: () => assert.fail('no model is asked'),
};

const ANSWER: Awaited<ReturnType<Endpoint['call']>> = {
  state: 'answered',
  text: 'Hi',
  metadata: undefined,
  toolCalls: undefined,
  model: undefined,
  elapsedMs: 1,
  usage: undefined,
  flags: [],
};
