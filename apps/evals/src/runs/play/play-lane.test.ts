import { AppError } from '@fairtrial/contracts';
import type { Endpoint } from '@fairtrial/models';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it, mock } from 'node:test';
import { claimAttempts } from '../../db/attempts/claim-attempts.ts';
import type { Database } from '../../db/connection/open-database.ts';
import { insertRun } from '../../db/runs/insert-run.ts';
import { appendTurns } from '../../db/turns/append-turns.ts';
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
}

interface Played {
  readonly outcome: LaneOutcome;
  /** Turns that were sent to the endpoint. */
  readonly sent: readonly string[];
  /** Of each request: by when it must be started, and when its claim was proven. */
  readonly starts: readonly { readonly startBy: number; readonly provenAt: number }[];
}

describe('a paused worker', () => {
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

  /** Plays the only attempt of a new run. */
  async function play({ onStored, onAdmission, touch }: Play): Promise<Played> {
    const interactions = Array.from({ length: TURNS }, () => exampleInteraction());
    const run = exampleRun({
      plan: examplePlan({ scenarios: [exampleScenario({ interactions })] }),
    });
    const fetchedAt = performance.now();
    const job: Job = { id: randomUUID(), runId: run.id, project: run.project, ...FIRST, fetchedAt };
    await insertRun(database, run, [job.id]);
    const claim = (await claimAttempts(database, [job])).claimed[0] ?? assert.fail();
    const stop = new AbortController();
    const lane: Lane = { job, claim, startedAt: fetchedAt, provenAt: fetchedAt, stop };
    const sent: string[] = [];
    const starts: { readonly startBy: number; readonly provenAt: number }[] = [];
    const call: Endpoint['call'] = async ({ headers, beforeRequest }) => {
      onAdmission?.(lane);
      const startBy = (await beforeRequest?.()) ?? assert.fail();
      starts.push({ startBy, provenAt: lane.provenAt });
      sent.push(headers['x-fairtrial-turn'] ?? '');
      return ANSWER;
    };
    const outcome = await playLane({
      queue: { touch: async (jobs) => new Set((await touch(lane)) ? jobs : []) },
      lane,
      storedTurns: [],
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
    assert.deepEqual([outcome, sent], ['lost', ['0']]);
  });

  it('a worker that was paused while a call waited for admission does not send it if another worker has its job', async () => {
    const { outcome, sent } = await play({ onAdmission: pause, touch: isLost });
    assert.deepEqual([outcome, sent], ['lost', []]);
  });

  it('a worker that was paused continues if it still has its job, and starts each request before it could lose it', async () => {
    const { outcome, sent, starts } = await play({ onStored: pause, touch: isHeld });
    assert.deepEqual([outcome, sent], ['over', ['0', '1', '2']]);
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
});

const FIRST = { kind: 'lane', retryCount: 0, releases: 0, errors: 0 } as const;

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
