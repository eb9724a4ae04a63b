import type { RunId } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { appendTurns, type PendingTurn } from './append-turns.ts';
import type { AttemptClaim } from '../attempts/claim-attempts.ts';
import { setRunCancelling } from '../runs/cancel-run-rows.ts';
import { claimAttempts } from '../attempts/claim-attempts.ts';
import { deleteRunRows } from '../runs/delete-run-rows.ts';
import { endAttempts } from '../attempts/end-attempts.ts';
import { setRunFinished } from '../runs/end-run.ts';
import {
  examplePlan,
  exampleRun,
  exampleScenario,
  exampleInteraction,
  exampleTurn,
} from '../../testing/example-rows.ts';
import { insertRun } from '../runs/insert-run.ts';
import { listEvents } from '../runs/list-events.ts';
import { listTurns } from './list-turns.ts';
import { exampleDatabase } from '../../testing/example-database.ts';
import type { Database } from '../connection/open-database.ts';
import { retryRun } from '../runs/retry-run.ts';
import { findRunHead } from '../runs/run-head.ts';
import type { Turn } from '../../entities/turn.ts';

/** Four attempts with two turns each, on two lanes. */
const PLAN = examplePlan({
  attempts: 4,
  concurrency: 2,
  scenarios: [exampleScenario({ interactions: [exampleInteraction(), exampleInteraction()] })],
});

describe('appendTurns', () => {
  let database: Database;

  before(async () => {
    database = await exampleDatabase(6);
  });
  after(async () => {
    await database[Symbol.asyncDispose]();
  });

  async function startRun(): Promise<{ id: RunId; lanes: string[]; claims: AttemptClaim[] }> {
    const run = exampleRun({ plan: PLAN });
    const lanes = [randomUUID(), randomUUID()];
    await insertRun(database, run, lanes);
    const { claimed } = await claimAttempts(
      database,
      lanes.map((id) => ({ id, runId: run.id, retryCount: 0 })),
    );
    return { id: run.id, lanes, claims: claimed.toSorted((a, b) => a.attemptNo - b.attemptNo) };
  }

  function entry(claim: AttemptClaim, turnNo: number, changes: Partial<Turn> = {}): PendingTurn {
    const { runId, scenarioNo, attemptNo } = claim;
    const turn = exampleTurn({ runId, scenarioNo, attemptNo, turnNo, try: claim.try, ...changes });
    return { turn, claim, nextLane: turnNo === 1 ? claim.lane : undefined };
  }

  async function play(claim: AttemptClaim, changes: Partial<Turn> = {}) {
    await appendTurns(database, claim.runId, [entry(claim, 0)]);
    return appendTurns(database, claim.runId, [entry(claim, 1, changes)]);
  }

  async function repliesOf(id: RunId): Promise<string[]> {
    const replies: string[] = [];
    for await (const page of listTurns(database, id))
      replies.push(...page.map(({ reply }) => reply));
    return replies;
  }

  it('the last turn of an attempt gives its lane the next attempt, until none is left', async () => {
    const { claims } = await startRun();
    assert.deepEqual(
      claims.map(({ attemptNo }) => attemptNo),
      [0, 1],
    );
    const played: number[] = [];
    let next: AttemptClaim | undefined = claims[0];
    while (next !== undefined) {
      played.push(next.attemptNo);
      const { following, isFinishing }: Awaited<ReturnType<typeof play>> = await play(next);
      assert.equal(isFinishing, false, 'the other lane still plays');
      [next] = following;
    }
    assert.deepEqual(played, [0, 2, 3]);
    const { isFinishing } = await play(claims[1] ?? assert.fail());
    assert.equal(isFinishing, true, 'and the last one of all says that the run is over');
  });

  it('appendTurns writes nothing for a superseded claim', async () => {
    const { id, lanes, claims } = await startRun();
    const [mine] = claims;
    assert.ok(mine);
    const taken = await claimAttempts(database, [{ id: lanes[0] ?? '', runId: id, retryCount: 1 }]);
    const [theirs] = taken.claimed;
    assert.equal(theirs?.epoch, 1);
    assert.equal((await appendTurns(database, mine.runId, [entry(mine, 0)])).kept.size, 0);
    assert.deepEqual(await repliesOf(id), []);
    assert.equal((await appendTurns(database, theirs.runId, [entry(theirs, 0)])).kept.size, 1);
    const again = await claimAttempts(database, [{ id: lanes[0] ?? '', runId: id, retryCount: 0 }]);
    assert.deepEqual(again.claimed, [], 'an older claim comes too late');
  });

  it('a turn that is written again because the answer was lost is stored once', async () => {
    const { id, claims } = await startRun();
    const [mine] = claims;
    assert.ok(mine);
    await appendTurns(database, mine.runId, [entry(mine, 0, { reply: 'first' })]);
    const again = await appendTurns(database, mine.runId, [entry(mine, 0, { reply: 'second' })]);
    assert.ok(again.kept.has(0));
    assert.deepEqual(await repliesOf(id), ['first']);
    assert.equal((await findRunHead(database, 'default', id))?.turnsFinished, 1);
  });

  it('events have no gaps with concurrent writers', async () => {
    const { id, claims } = await startRun();
    const [one, two] = claims;
    assert.ok(one && two);
    await Promise.all([play(one), play(two)]);
    const events = await listEvents(database, id, 0);
    assert.deepEqual(
      events.map(({ seq }) => seq),
      [1, 2, 3, 4, 5],
    );
    assert.deepEqual(await listEvents(database, id, 5), []);
  });

  it('exactly one writer finishes the run when its last attempts end together', async () => {
    const { id, claims } = await startRun();
    const ends = await Promise.all(
      claims.map(async (mine) => {
        const finishing: RunId[] = [];
        for (let next: AttemptClaim | undefined = mine; next !== undefined;) {
          const end: Awaited<ReturnType<typeof play>> = await play(next);
          if (end.isFinishing) finishing.push(id);
          [next] = end.following;
        }
        return finishing;
      }),
    );
    assert.deepEqual(ends.flat(), [id]);
    const row = { scores: {}, summary: {}, result: 'pass' } as const;
    const written = await Promise.all([1, 2, 3].map(() => setRunFinished(database, id, row)));
    assert.equal(written.filter(Boolean).length, 1);
  });

  it('a cancelled run ends with its attempts in progress', async () => {
    const { id, claims } = await startRun();
    assert.equal(await setRunCancelling(database, id), 2);
    assert.equal(await setRunCancelling(database, id), undefined, 'once is enough');
    const { following } = await play(claims[0] ?? assert.fail());
    assert.deepEqual(following, [], 'nothing new is begun');
    assert.deepEqual(await endAttempts(database, claims.slice(1)), [id]);
    await setRunFinished(database, id, { scores: {}, summary: {}, result: 'pass' });
    assert.equal((await findRunHead(database, 'default', id))?.state, 'cancelled');
  });

  it('a retry replays failed turns, and only attempts that have any', async () => {
    const { id, claims } = await startRun();
    for (const [at, mine] of claims.entries()) {
      const failed = { outcome: 'endpoint_failed' } as const;
      let next: AttemptClaim | undefined = mine;
      for (let first = true; next !== undefined; first = false) {
        [next] = (await play(next, at === 0 && first ? failed : {})).following;
      }
    }
    const early = await retryRun(database, id, { lanes: [randomUUID()] });
    assert.equal(early, undefined, 'not before it is over');
    await setRunFinished(database, id, { scores: {}, summary: {}, result: 'pass' });
    const lanes = [randomUUID(), randomUUID()];
    const retried = await retryRun(database, id, { lanes });
    assert.deepEqual(retried, { attempts: 1, lanes: 1, fits: true });
    const { claimed } = await claimAttempts(database, [
      { id: lanes[0] ?? '', runId: id, retryCount: 0 },
    ]);
    const [again] = claimed;
    assert.deepEqual([again?.attemptNo, again?.try], [0, 1]);
    const head = await findRunHead(database, 'default', id);
    assert.deepEqual([head?.state, head?.turnsFinished, head?.turnsFailed], ['running', 7, 0]);
    const { isFinishing } = await appendTurns(database, id, [entry(again ?? assert.fail(), 1)]);
    assert.equal(isFinishing, true);
  });

  it('appendTurns stores any JSON text', async () => {
    const { id, claims } = await startRun();
    const odd = 'a\0b \uD800 \u202Eabc 👩‍👩‍👧 "\\u0000"';
    await appendTurns(database, id, [
      entry(claims[0] ?? assert.fail(), 0, {
        reply: odd,
        toolCalls: [{ name: odd, arguments: { [odd]: odd } }],
      }),
    ]);
    assert.deepEqual(await repliesOf(id), ['a\uFFFDb \uFFFD \u202Eabc 👩‍👩‍👧 "\\u0000"']);
  });

  it('deleting a finished run deletes all its rows and no other run', async () => {
    const { id, claims } = await startRun();
    assert.equal(await deleteRunRows(database, id), false);
    await setRunCancelling(database, id);
    await endAttempts(database, claims);
    await setRunFinished(database, id, { scores: {}, summary: {}, result: 'pass' });
    assert.equal(await deleteRunRows(database, id), true);
    assert.equal(await findRunHead(database, 'default', id), undefined);
    assert.deepEqual(await listEvents(database, id, 0), []);
  });
});
