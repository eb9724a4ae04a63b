import type { RunId } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { exampleDatabase } from '../../testing/example-database.ts';
import {
  exampleJudgement,
  examplePlan,
  exampleRun,
  exampleScenario,
  exampleTurn,
} from '../../testing/example-rows.ts';
import { claimAttempts, type AttemptClaim } from '../attempts/claim-attempts.ts';
import type { Database } from '../connection/open-database.ts';
import { queryRows } from '../connection/sql.ts';
import { beginGrading, type StartedGrading } from '../grading/begin-grading.ts';
import { insertJudgements } from '../grading/judgements.ts';
import { insertRun } from '../runs/insert-run.ts';
import { listEvents } from '../runs/list-events.ts';
import { appendTurns, type PendingTurn } from '../turns/append-turns.ts';
import { replayAttempts } from './replay-attempts.ts';
import { listFirstAudits, listPlayedConversations, saveAudits } from './user-audits.ts';
import { countUserMessages, listUserMessages, recordUserMessage } from './user-messages.ts';

const MAX_TURNS = 5;
const USER = { goal: 'Block the card', facts: {}, max_turns: MAX_TURNS };
const SCENARIO = exampleScenario({ interactions: [], user: USER });
const USAGE = { input_tokens: 3, output_tokens: 2, total_tokens: 5, cache_read_tokens: 2 };

function message(turnNo: number, changes: object = {}) {
  const said = { message: `m${turnNo}`, isLast: false, reason: 'because', usage: USAGE };
  return { turnNo, ...said, error: null, latencyMs: 1, ...changes };
}

describe('simulated users in the database', () => {
  let database: Database;
  before(async () => {
    database = await exampleDatabase(3);
  });
  after(() => database[Symbol.asyncDispose]());

  async function start(budget?: number): Promise<AttemptClaim> {
    const calls = budget === undefined ? {} : { budget: { calls: budget } };
    const run = exampleRun({ plan: examplePlan({ scenarios: [SCENARIO], ...calls }) });
    const lane = randomUUID();
    await insertRun(database, run, [lane]);
    const jobs = [{ id: lane, runId: run.id, retryCount: 0 }];
    return (await claimAttempts(database, jobs)).claimed[0] ?? assert.fail();
  }

  function entry(claim: AttemptClaim, turnNo: number, isLast = false): PendingTurn {
    const userMessage = `m${turnNo}`;
    const turn = exampleTurn({ ...claim, turnNo, userMessage });
    const unplayed = isLast ? MAX_TURNS - turnNo - 1 : undefined;
    return {
      turn,
      claim,
      nextLane: isLast ? claim.lane : undefined,
      unplayedTurns: unplayed,
      unusedCalls: unplayed,
    };
  }

  async function readProgress(id: RunId): Promise<object | undefined> {
    const [row] = await queryRows<object>(
      database,
      `select r.state, p.turns_total as total, p.turns_finished as finished, p.attempts_open as open,
         p.calls_reserved as reserved from run r join run_progress p on p.run_id = r.id where r.id = $1`,
      [id],
    );
    return row;
  }

  /** Plays a conversation of two turns, which the user ends, and claims its grading. */
  async function playAndGrade(
    budget?: number,
  ): Promise<{ claim: AttemptClaim; grading: StartedGrading }> {
    const claim = await start(budget);
    for (const turnNo of [0, 1]) {
      await recordUserMessage(database, claim, message(turnNo, { isLast: turnNo === 1 }));
      await appendTurns(database, claim.runId, [entry(claim, turnNo, turnNo === 1)]);
    }
    return { claim, grading: (await beginGrading(database, claim.runId)) ?? assert.fail() };
  }

  async function listPlayed(id: RunId): Promise<readonly object[]> {
    const played: object[] = [];
    for await (const one of listPlayedConversations(database, id, [0])) played.push(one);
    return played;
  }

  const replay = ({ runId, epoch }: StartedGrading) =>
    replayAttempts(database, runId, {
      epoch,
      attempts: [{ scenarioNo: 0, attemptNo: 0, turns: MAX_TURNS }],
      lanes: [randomUUID()],
    });

  it('a message is recorded once: a repeated record keeps the first one, and a superseded claim records nothing', async () => {
    const claim = await start();
    assert.equal(await recordUserMessage(database, claim, message(0)), true);
    assert.equal(await recordUserMessage(database, claim, message(0, { message: 'other' })), true);
    assert.equal(await recordUserMessage(database, { ...claim, epoch: 7 }, message(1)), false);
    assert.equal(await recordUserMessage(database, { ...claim, try: 1 }, message(1)), false);
    assert.deepEqual(await listUserMessages(database, claim), [message(0)]);
  });

  it('messages that were not asked for do not count as calls', async () => {
    const claim = await start();
    const failed = { kind: 'http', message: 'HTTP 500' };
    await recordUserMessage(database, claim, message(0));
    await recordUserMessage(database, claim, message(1, { usage: null }));
    await recordUserMessage(database, claim, message(2, { usage: null, error: failed }));
    const skipped = { ...failed, kind: 'circuit_open' };
    await recordUserMessage(database, claim, message(3, { usage: null, error: skipped }));
    const { calls, unreported, usage } = await countUserMessages(database, claim.runId);
    assert.deepEqual([calls, unreported, usage], [3, 1, USAGE]);
  });

  it('the last turn of a conversation lowers the total by the turns that are not played, and returns their calls', async () => {
    const claim = await start(50);
    assert.deepEqual(await readProgress(claim.runId), {
      state: 'running',
      total: MAX_TURNS,
      finished: 0,
      open: 1,
      reserved: MAX_TURNS,
    });
    await appendTurns(database, claim.runId, [entry(claim, 0), entry(claim, 1, true)]);
    const progress = { state: 'finishing', total: 2, finished: 2, open: 0, reserved: 2 };
    assert.deepEqual(await readProgress(claim.runId), progress);
    await appendTurns(database, claim.runId, [entry(claim, 1, true)]);
    assert.deepEqual(await readProgress(claim.runId), progress, 'a repeated write changes nothing');
  });

  it('an attempt whose user gave no message ends without another turn', async () => {
    const claim = await start(50);
    await appendTurns(database, claim.runId, [entry(claim, 0)]);
    const end = { turn: undefined, claim, nextLane: claim.lane, unplayedTurns: 4, unusedCalls: 4 };
    const { kept, isFinishing } = await appendTurns(database, claim.runId, [end]);
    assert.deepEqual([[...kept], isFinishing], [[0], true]);
    const progress = { state: 'finishing', total: 1, finished: 1, open: 0, reserved: 1 };
    assert.deepEqual(await readProgress(claim.runId), progress);
    const events = await listEvents(database, claim.runId, 0);
    assert.deepEqual(events.at(-1)?.data, { finished: 1, failed: 0, total: 1, turns: [] });
  });

  it('a spoiled attempt is played again from its first turn, and its audit and messages stay on record', async () => {
    const { claim, grading } = await playAndGrade(50);
    const { runId } = claim;
    const position = { scenarioNo: 0, attemptNo: 0 };
    await saveAudits(database, grading, [
      { ...position, try: 0, outcome: 'spoiled', faults: ['looped'] },
    ]);
    const audit = exampleJudgement({
      ...position,
      turnNo: null,
      kind: 'audit',
      promptDigest: 'd/0',
    });
    await insertJudgements(database, grading, [audit, exampleJudgement({ ...position })]);
    const [played] = await listPlayed(runId);
    assert.deepEqual(played, {
      ...position,
      try: 0,
      replays: 0,
      isEndedByUser: true,
      endReason: 'because',
      error: null,
      audited: 'spoiled',
    });
    assert.equal(await replay(grading), 1);
    assert.equal(await replay(grading), undefined, 'the run is running again');
    const again = { state: 'running', total: MAX_TURNS, finished: 0, open: 1, reserved: 2 };
    assert.deepEqual(await readProgress(runId), again);
    const [attempt] = await queryRows(
      database,
      `select try, replays, state, play_order as "order" from attempt where run_id = $1`,
      [runId],
    );
    assert.deepEqual(attempt, { try: 1, replays: 1, state: 'queued', order: 1 });
    const kinds = await queryRows(database, 'select kind from judgement where run_id = $1', [
      runId,
    ]);
    assert.deepEqual(kinds, [{ kind: 'audit' }]);
    const left = await queryRows(
      database,
      'select user_message from turn_superseded where run_id = $1 order by turn_no',
      [runId],
    );
    assert.deepEqual(left, [{ user_message: 'm0' }, { user_message: 'm1' }]);
    assert.equal((await listUserMessages(database, claim)).length, 2);
    assert.deepEqual(await listPlayed(runId), []);
    const events = await listEvents(database, runId, 0);
    assert.deepEqual(
      [events.at(-1)?.kind, events.at(-1)?.data],
      ['run-replayed', { attempts: 1, total: 5 }],
    );
  });

  it('a conversation that was played again does not change what its first audit found', async () => {
    const { claim, grading } = await playAndGrade();
    const row = { scenarioNo: 0, attemptNo: 0 };
    const clean = { ...row, try: 1, outcome: 'clean', faults: [] } as const;
    const failed = { ...row, try: 0, outcome: 'failed', faults: [] } as const;
    await saveAudits(database, grading, [failed, clean]);
    assert.deepEqual(await listFirstAudits(database, claim.runId), [clean]);
    const spoiled = {
      ...row,
      try: 0,
      outcome: 'spoiled',
      faults: ['looped', 'leaked_goal'],
    } as const;
    await saveAudits(database, grading, [spoiled]);
    assert.deepEqual(await listFirstAudits(database, claim.runId), [spoiled]);
    assert.equal(await saveAudits(database, { ...grading, epoch: 9 }, [clean]), false);
  });

  it('a spoiled attempt that does not fit into the budget is not played again, nor under an older claim', async () => {
    const { grading } = await playAndGrade(MAX_TURNS + 1);
    assert.equal(await replay(grading), undefined, 'two calls are made, and four are left');
    const enough = await playAndGrade(MAX_TURNS + 2);
    assert.equal(await replay({ ...enough.grading, epoch: 0 }), undefined);
    assert.equal(await replay(enough.grading), 1);
  });
});
