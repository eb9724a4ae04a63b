import { AppError } from '@fairtrial/contracts';
import type { Endpoint } from '@fairtrial/models';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it, mock } from 'node:test';
import { claimAttempts } from '../../db/attempts/claim-attempts.ts';
import type { Database } from '../../db/connection/open-database.ts';
import { setRunFinished } from '../../db/runs/end-run.ts';
import { insertRun } from '../../db/runs/insert-run.ts';
import { retryRun } from '../../db/runs/retry-run.ts';
import { findRunHead } from '../../db/runs/run-head.ts';
import { appendTurns } from '../../db/turns/append-turns.ts';
import type { Run } from '../../entities/run.ts';
import type { Job } from '../../queue/create-queue.ts';
import { exampleDatabase } from '../../testing/example-database.ts';
import {
  exampleInteraction,
  examplePlan,
  exampleRun,
  exampleScenario,
} from '../../testing/example-rows.ts';
import { playLane, type Lane, type LaneOutcome } from './play-lane.ts';
import { createRunCache } from './run-cache.ts';

const TURNS = 3;
/** Longer than a job without a heartbeat stays with its worker. */
const PAUSE_MS = 11_000;
/** A job stays with its worker for this long after its last heartbeat. */
const HELD_MS = 10_000;

interface Play {
  /** Called when a call waits for admission; before that, the lane is fresh. */
  readonly onAdmission?: (lane: Lane) => void;
  /** Called after each turn is stored, before the worker learns of it. */
  readonly onStored?: (lane: Lane) => void;
  /** A heartbeat: true if the job still belongs to the worker. */
  readonly touch: (lane: Lane) => Promise<boolean>;
  readonly answer?: (headers: Headers) => Answer;
}

type Headers = Parameters<Endpoint['call']>[0]['headers'];
type Answer = Awaited<ReturnType<Endpoint['call']>>;

interface Played {
  readonly outcome: LaneOutcome;
  /** Turns that were sent to the endpoint. */
  readonly sent: readonly string[];
  /** Of each request: by when it must be started, and when its claim was proven. */
  readonly starts: readonly { readonly startBy: number; readonly provenAt: number }[];
}

describe('a lane', () => {
  let database: Database;
  let pausedMs = 0;
  const pause = (): void => void (pausedMs += PAUSE_MS);
  before(async () => {
    database = await exampleDatabase(4);
    // The time passes only while a test pauses the worker.
    const start = performance.now();
    mock.method(performance, 'now', () => start + pausedMs);
  });
  after(async () => {
    mock.restoreAll();
    await database[Symbol.asyncDispose]();
  });

  /** Stores a new run, which is played by one lane. */
  async function startRun(lane: string, attempts = 1): Promise<Run> {
    const interactions = Array.from({ length: TURNS }, () => exampleInteraction());
    const scenarios = [exampleScenario({ interactions })];
    const run = exampleRun({ plan: examplePlan({ attempts, scenarios }) });
    await insertRun(database, run, [lane]);
    return run;
  }

  /** Plays the only attempt of a new run. */
  async function play(how: Play): Promise<Played> {
    const id = randomUUID();
    return playJob(await startRun(id), id, how);
  }

  async function playJob(run: Run, id: string, how: Play): Promise<Played> {
    const { onStored, onAdmission, touch, answer = () => ANSWER } = how;
    const fetchedAt = performance.now();
    const job: Job = { id, runId: run.id, project: run.project, ...FIRST, fetchedAt };
    const claim = (await claimAttempts(database, [job])).claimed[0] ?? assert.fail();
    const stop = new AbortController();
    const lane: Lane = { job, claim, startedAt: fetchedAt, provenAt: fetchedAt, stop };
    const sent: string[] = [];
    const starts: { readonly startBy: number; readonly provenAt: number }[] = [];
    const call: Endpoint['call'] = async ({ headers, beforeRequest }) => {
      onAdmission?.(lane);
      const startBy = (await beforeRequest?.()) ?? assert.fail();
      starts.push({ startBy, provenAt: lane.provenAt });
      sent.push(`${lane.claim.attemptNo}/${headers['x-fairtrial-turn']}`);
      return answer(headers);
    };
    const outcome = await playLane({
      tx: database,
      queue: { touch: async (jobs) => new Set((await touch(lane)) ? jobs : []) },
      lane,
      runs: createRunCache({
        tx: database,
        createEndpoint: () => ({ protocol: 'openai', call }),
        createUser: () => assert.fail('no user is simulated'),
        signal: stop.signal,
      }),
      turnWriter: {
        async append(entry) {
          const { kept, following } = await appendTurns(database, run.id, [entry]);
          onStored?.(lane);
          return { isStored: kept.has(0), nextClaim: following[0] };
        },
      },
      nextLane: () => job.id,
      isPaused: () => false,
    });
    return { outcome, sent, starts };
  }

  const isLost = async (): Promise<boolean> => false;
  const isHeld = async (): Promise<boolean> => true;

  it('a worker that was paused after it stored a turn does not send the next one if another worker has its job', async () => {
    const { outcome, sent } = await play({ onStored: pause, touch: isLost });
    assert.deepEqual([outcome, sent], ['lost', ['0/0']]);
  });

  it('a worker that was paused while a call waited for admission does not send it if another worker has its job', async () => {
    const { outcome, sent } = await play({ onAdmission: pause, touch: isLost });
    assert.deepEqual([outcome, sent], ['lost', []]);
  });

  it('a worker that was paused continues if it still has its job, and starts each request before it could lose it', async () => {
    const { outcome, sent, starts } = await play({ onStored: pause, touch: isHeld });
    assert.deepEqual([outcome, sent], ['over', ['0/0', '0/1', '0/2']]);
    for (const { startBy, provenAt } of starts) assert.equal(startBy, provenAt + HELD_MS);
  });

  it('a worker that was not paused sends no further heartbeat before a request', async () => {
    const { outcome } = await play({ touch: () => assert.fail('a heartbeat was sent') });
    assert.equal(outcome, 'over');
  });

  it('a lane that is cancelled while its claim is checked ends as cancelled', async () => {
    const { outcome, sent } = await play({
      onAdmission: pause,
      async touch({ stop }) {
        stop.abort('cancelled');
        return false;
      },
    });
    assert.deepEqual([outcome, sent], ['cancelled', []]);
  });

  it('a claim is checked again if the database was unavailable', async () => {
    let checks = 0;
    const { outcome, sent } = await play({
      onAdmission: pause,
      async touch() {
        checks += 1;
        if (checks === 1) throw new AppError('database_unavailable', 'no answer');
        return true;
      },
    });
    assert.deepEqual([outcome, sent.length, checks], ['over', TURNS, TURNS + 1]);
  });

  it('a retry sends only the turns without an answer, in every attempt of a lane, and ends the run each time', async () => {
    const attempts = 3;
    const first = randomUUID();
    const run = await startRun(first, attempts);
    const failing: Play = {
      touch: isHeld,
      answer: (headers) => (headers['x-fairtrial-turn'] === '1' ? FAILURE : ANSWER),
    };
    assert.equal((await playJob(run, first, failing)).sent.length, attempts * TURNS);
    for (const how of [failing, { touch: isHeld }]) {
      await setRunFinished(database, run.id, { scores: {}, summary: {}, result: 'inconclusive' });
      const id = randomUUID();
      assert.equal((await retryRun(database, run.id, { lanes: [id] }))?.attempts, attempts);
      const { outcome, sent } = await playJob(run, id, how);
      assert.deepEqual([outcome, sent], ['over', ['0/1', '1/1', '2/1']]);
      assert.equal((await findRunHead(database, run.project, run.id))?.state, 'finishing');
    }
  });
});

const FIRST = { kind: 'lane', retryCount: 0, releases: 0, errors: 0 } as const;

const FAILURE: Answer = {
  state: 'failed',
  reached: true,
  error: { kind: 'http', status: 400, message: 'refused', tries: 1, elapsed_ms: 1 },
};

const ANSWER: Answer = {
  state: 'answered',
  text: 'Hi',
  metadata: undefined,
  toolCalls: undefined,
  model: undefined,
  elapsedMs: 1,
  usage: undefined,
  flags: [],
};
