import type { RunId } from '@assay/contracts';
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

describe('a run with a budget of calls', () => {
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

  it('reserves a call for each turn of an attempt that it claims, and refuses what does not fit', async () => {
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

  it('never reserves more than the budget, however many workers claim at the same time', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id, jobs } = await begin(20, 12);
      const claims = await Promise.all(jobs.map((job) => claimAttempts(database, [job])));
      assert.equal(claims.flatMap(({ claimed }) => claimed).length, 6);
      assert.equal((await read(id)).callsReserved, 18);
    }
  });

  it('reserves nothing for a claim that is sent again because its answer was lost', async () => {
    const { id, jobs } = await begin(3, 1);
    await claimAttempts(database, jobs);
    const { claimed } = await claimAttempts(database, jobs);
    assert.equal(claimed.length, 1);
    assert.equal((await read(id)).callsReserved, 3);
  });

  it('counts the call that was under way when a worker died as made', async () => {
    const { id, jobs } = await begin(4, 1);
    const [lost] = (await claimAttempts(database, jobs)).claimed;
    await play(lost ?? assert.fail(), [0]);
    const { claimed } = await claimAttempts(database, jobs.map(again));
    assert.equal(claimed[0]?.epoch, 1);
    assert.equal((await read(id)).callsReserved, 4);
    const { refused } = await claimAttempts(database, jobs.map(again).map(again));
    assert.equal(refused.length, 1, 'the second call that may have been lost does not fit');
  });

  it('reserves nothing more if a worker that shuts down passes an attempt on between two turns', async () => {
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

  it('reserves a repeated request before it is sent, and counts as stopped if none is left', async () => {
    const { id, jobs } = await begin(4, 1);
    await claimAttempts(database, jobs);
    assert.equal(await reserveCall(database, id), true);
    assert.equal((await read(id)).stoppedBy, null);
    assert.equal(await reserveCall(database, id), false);
    const { callsReserved, stoppedBy } = await read(id);
    assert.deepEqual([callsReserved, stoppedBy], [4, 'budget']);
  });

  it('gets back the calls of turns that were not sent', async () => {
    const { id, jobs } = await begin(6, 1);
    const [claim] = (await claimAttempts(database, jobs)).claimed;
    await play(claim ?? assert.fail(), whole, 1);
    assert.equal((await read(id)).callsReserved, 0);
  });

  it('counts a turn once, and gets its call back once, although two claims of it write at the same time', async () => {
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

  it('gets back the calls of attempts that are cancelled, but for one that may be under way', async () => {
    const { id, jobs } = await begin(6, 2);
    const { claimed } = await claimAttempts(database, jobs);
    await play(claimed[0] ?? assert.fail(), [0]);
    await setRunCancelling(database, id);
    assert.deepEqual(await endAttempts(database, claimed), [id]);
    assert.equal((await read(id)).callsReserved, 1 + 1 + 1);
  });

  it('begins nothing more once an attempt does not fit, and ends with the attempts that are being played', async () => {
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

  it('is over at once if the attempt that does not fit is the last one', async () => {
    const { id, jobs } = await begin(3, 1);
    await claimAttempts(database, jobs);
    const { refused } = await claimAttempts(database, jobs.map(again));
    assert.equal(refused.length, 1);
    const over = await stopRuns(database, [id], refused);
    assert.deepEqual(over, [{ runId: id, project: 'default' }]);
    const { state, callsReserved } = await read(id);
    assert.deepEqual([state, callsReserved], ['finishing', 1], 'one call may have been made');
  });

  it('goes on with a larger budget, which counts what was reserved before', async () => {
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
