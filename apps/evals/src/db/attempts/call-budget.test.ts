import type { RunId } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { exampleDatabase } from '../../testing/example-database.ts';
import {
  exampleInteraction,
  examplePlan,
  exampleRun,
  exampleScenario,
  exampleTurn,
} from '../../testing/example-rows.ts';
import type { Database } from '../connection/open-database.ts';
import { setRunCancelling } from '../runs/cancel-run-rows.ts';
import { setRunFinished } from '../runs/end-run.ts';
import { insertRun } from '../runs/insert-run.ts';
import { retryRun } from '../runs/retry-run.ts';
import { findRunHead, type RunHead } from '../runs/run-head.ts';
import { appendTurns, type AppendedBatch } from '../turns/append-turns.ts';
import { reserveCall, stopRuns } from './call-budget.ts';
import { claimAttempts, passOnClaim, type AttemptClaim, type LaneJob } from './claim-attempts.ts';
import { endAttempts } from './end-attempts.ts';

const TURNS = 3;
const ENDED = { scores: {}, summary: {}, result: 'inconclusive' } as const;

describe('call budget of a run', () => {
  let database: Database;
  before(async () => {
    database = await exampleDatabase(6);
  });
  after(() => database[Symbol.asyncDispose]());

  /** Attempts of three turns, all of them on a lane. */
  async function begin(calls: number, attempts: number): Promise<{ id: RunId; jobs: LaneJob[] }> {
    const interactions = Array.from({ length: TURNS }, () => exampleInteraction());
    const scenarios = [exampleScenario({ interactions })];
    const run = exampleRun({ plan: examplePlan({ attempts, scenarios, budget: { calls } }) });
    const jobs = Array.from({ length: attempts }, () => ({
      id: randomUUID(),
      runId: run.id,
      retryCount: 0,
    }));
    await insertRun(
      database,
      run,
      jobs.map(({ id }) => id),
    );
    return { id: run.id, jobs };
  }

  async function read(id: RunId): Promise<RunHead> {
    return (await findRunHead(database, 'default', id)) ?? assert.fail('the run is gone');
  }

  /** Stores turns of an attempt, from the first that is named; ends the attempt with its last. */
  async function play(
    claim: AttemptClaim,
    turns: readonly number[],
    unusedCalls?: number,
  ): Promise<AppendedBatch | undefined> {
    let appended: AppendedBatch | undefined;
    for (const turnNo of turns) {
      const turn = exampleTurn({ ...claim, turnNo });
      const nextLane = turnNo === TURNS - 1 ? randomUUID() : undefined;
      appended = await appendTurns(database, claim.runId, [{ turn, claim, nextLane, unusedCalls }]);
    }
    return appended;
  }

  const whole = [0, 1, 2];
  const again = (job: LaneJob): LaneJob => ({ ...job, retryCount: job.retryCount + 1 });

  it('a claim reserves one call per turn, and attempts that do not fit into the budget are refused', async () => {
    const { id, jobs } = await begin(8, 4);
    const { claimed, refused } = await claimAttempts(database, jobs);
    assert.deepEqual([claimed.length, refused.length], [2, 2]);
    assert.ok(
      claimed.every(({ attemptNo }) => attemptNo < 2),
      'the first come first',
    );
    const { callBudget, callsReserved } = await read(id);
    assert.deepEqual([callBudget, callsReserved], [8, 6]);
  });

  it('concurrent claims never reserve more calls than the budget', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id, jobs } = await begin(20, 12);
      const claims = await Promise.all(jobs.map((job) => claimAttempts(database, [job])));
      assert.equal(claims.flatMap(({ claimed }) => claimed).length, 6);
      assert.equal((await read(id)).callsReserved, 18);
    }
  });

  it('a claim that is repeated because its answer was lost reserves nothing', async () => {
    const { id, jobs } = await begin(3, 1);
    await claimAttempts(database, jobs);
    const { claimed } = await claimAttempts(database, jobs);
    assert.equal(claimed.length, 1);
    assert.equal((await read(id)).callsReserved, 3);
  });

  it('the call in flight when a worker died counts as made', async () => {
    const { id, jobs } = await begin(4, 1);
    const [lost] = (await claimAttempts(database, jobs)).claimed;
    await play(lost ?? assert.fail(), [0]);
    const { claimed } = await claimAttempts(database, jobs.map(again));
    assert.equal(claimed[0]?.epoch, 1);
    assert.equal((await read(id)).callsReserved, 4);
    const { refused } = await claimAttempts(database, jobs.map(again).map(again));
    assert.equal(refused.length, 1, 'the second call that may have been lost does not fit');
  });

  it('an attempt passed on between two turns at shutdown reserves no further call', async () => {
    const { id, jobs } = await begin(3, 1);
    const [mine] = (await claimAttempts(database, jobs)).claimed;
    assert.ok(mine);
    await play(mine, [0]);
    await passOnClaim(database, mine);
    await passOnClaim(database, mine);
    const { claimed } = await claimAttempts(database, jobs.map(again));
    await play(claimed[0] ?? assert.fail(), [1, 2]);
    const { callsReserved, turnsFinished } = await read(id);
    assert.deepEqual([callsReserved, turnsFinished], [3, 3]);
  });

  it('a repeated request reserves its call first, and a run without calls left counts as stopped', async () => {
    const { id, jobs } = await begin(4, 1);
    await claimAttempts(database, jobs);
    assert.equal(await reserveCall(database, id), true);
    assert.equal((await read(id)).stoppedBy, null);
    assert.equal(await reserveCall(database, id), false);
    const { callsReserved, stoppedBy } = await read(id);
    assert.deepEqual([callsReserved, stoppedBy], [4, 'budget']);
  });

  it('calls of turns that were not sent are returned to the budget', async () => {
    const { id, jobs } = await begin(6, 1);
    const [claim] = (await claimAttempts(database, jobs)).claimed;
    await play(claim ?? assert.fail(), whole, 1);
    assert.equal((await read(id)).callsReserved, 0);
  });

  it('a turn counts once and its call is returned once although two claims write it at the same time', async () => {
    const { id, jobs } = await begin(6, 1);
    const [lost] = (await claimAttempts(database, jobs)).claimed;
    const [mine] = (await claimAttempts(database, jobs.map(again))).claimed;
    assert.ok(lost && mine);
    await appendTurns(
      database,
      id,
      [lost, mine].map((claim) => {
        const turn = exampleTurn({ ...claim, turnNo: 0 });
        return { turn, claim, nextLane: undefined, unusedCalls: 1 };
      }),
    );
    const { callsReserved, turnsFinished } = await read(id);
    assert.deepEqual([callsReserved, turnsFinished], [3 + 1 - 1, 1]);
  });

  it('calls of cancelled attempts are returned, except one that may be in flight', async () => {
    const { id, jobs } = await begin(6, 2);
    const { claimed } = await claimAttempts(database, jobs);
    await play(claimed[0] ?? assert.fail(), [0]);
    await setRunCancelling(database, id);
    assert.deepEqual(await endAttempts(database, claimed), [id]);
    assert.equal((await read(id)).callsReserved, 1 + 1 + 1);
  });

  it('a run starts no attempt after one did not fit, and ends with the attempts in progress', async () => {
    const { id, jobs } = await begin(7, 4);
    const { claimed, refused } = await claimAttempts(database, jobs);
    assert.deepEqual(await stopRuns(database, [id], refused), [], 'two are being played');
    assert.deepEqual(await stopRuns(database, [id], refused), [], 'and once is enough');
    assert.deepEqual((await claimAttempts(database, jobs.slice(2))).claimed, []);
    const [one, two] = claimed;
    assert.equal((await play(one ?? assert.fail(), whole))?.isFinishing, false);
    assert.equal((await play(two ?? assert.fail(), whole))?.isFinishing, true);
    await setRunFinished(database, id, ENDED);
    const { state, stoppedBy, callsReserved, turnsFinished } = await read(id);
    assert.deepEqual(
      [state, stoppedBy, callsReserved, turnsFinished],
      ['completed', 'budget', 6, 6],
    );
  });

  it('a run ends at once if its last attempt does not fit into the budget', async () => {
    const { id, jobs } = await begin(3, 1);
    await claimAttempts(database, jobs);
    const { refused } = await claimAttempts(database, jobs.map(again));
    assert.equal(refused.length, 1);
    const over = await stopRuns(database, [id], refused);
    assert.deepEqual(over, [{ runId: id, project: 'default' }]);
    const { state, callsReserved } = await read(id);
    assert.deepEqual([state, callsReserved], ['finishing', 1], 'one call may have been made');
  });

  it('a run continues with a larger budget, which includes earlier reservations', async () => {
    const { id, jobs } = await begin(4, 2);
    const { claimed, refused } = await claimAttempts(database, jobs);
    assert.equal(refused.length, 1);
    await stopRuns(database, [id], refused);
    await play(claimed[0] ?? assert.fail(), whole);
    await setRunFinished(database, id, ENDED);
    const lanes = [randomUUID()];
    const tooSmall = await database
      .transaction(async (tx) => {
        const retried = await retryRun(tx, id, { lanes, calls: 5 });
        throw new Error(JSON.stringify(retried));
      })
      .catch(String);
    assert.match(tooSmall, /"fits":false/);
    assert.deepEqual(await retryRun(database, id, { lanes, calls: 6 }), {
      attempts: 1,
      lanes: 1,
      fits: true,
    });
    const { callBudget, callsReserved, stoppedBy } = await read(id);
    assert.deepEqual([callBudget, callsReserved, stoppedBy], [6, 3, null]);
    const rest = await claimAttempts(database, [{ id: lanes[0] ?? '', runId: id, retryCount: 0 }]);
    assert.equal(rest.claimed.length, 1);
    assert.equal((await read(id)).callsReserved, 6);
  });
});
