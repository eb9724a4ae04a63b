import type { RunId } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { exampleDatabase } from '../../testing/example-database.ts';
import {
  exampleInteraction,
  exampleJudgement,
  examplePlan,
  exampleRun,
  exampleScenario,
  exampleTurn,
} from '../../testing/example-rows.ts';
import { claimAttempts } from '../attempts/claim-attempts.ts';
import type { Database } from '../connection/open-database.ts';
import { queryRows } from '../connection/sql.ts';
import { beginGrading } from '../grading/begin-grading.ts';
import { insertJudgements } from '../grading/judgements.ts';
import { insertOwnScores } from '../grading/own-scores.ts';
import { saveConversationGrades } from '../grading/conversation-grades.ts';
import { appendTurns } from '../turns/append-turns.ts';
import { findTurn } from '../turns/list-turns.ts';
import { setRunCancelling } from './cancel-run-rows.ts';
import { setRunFinished } from './end-run.ts';
import { insertRun } from './insert-run.ts';
import { listEvents } from './list-events.ts';
import { retryRun, type RetryResult } from './retry-run.ts';
import { findRunHead } from './run-head.ts';

const ENDED = { scores: {}, summary: {}, result: 'inconclusive' } as const;
const TURNS = 3;
const ATTEMPTS = 2;
const BUDGET = 8;

describe('the retry of a run with sessions', () => {
  let database: Database;
  before(async () => {
    database = await exampleDatabase(2);
  });
  after(() => database[Symbol.asyncDispose]());

  /** Two graded attempts of three turns with a budget of eight calls. Turn 1 of attempt 0 failed. */
  async function playRun(): Promise<RunId> {
    const interactions = Array.from({ length: TURNS }, () => exampleInteraction());
    const scenarios = [exampleScenario({ interactions })];
    const plan = examplePlan({ attempts: ATTEMPTS, scenarios, budget: { calls: BUDGET } });
    const run = exampleRun({ plan });
    const lanes = [randomUUID(), randomUUID()];
    await insertRun(database, run, lanes);
    const jobs = lanes.map((id) => ({ id, runId: run.id, retryCount: 0 }));
    for (const claim of (await claimAttempts(database, jobs)).claimed) {
      for (let turnNo = 0; turnNo < TURNS; turnNo += 1) {
        const isFailed = claim.attemptNo === 0 && turnNo === 1;
        const outcome = isFailed ? 'endpoint_failed' : 'answered';
        const session = `session ${claim.attemptNo}`;
        const turn = exampleTurn({ ...claim, turnNo, outcome, session });
        const nextLane = turnNo === TURNS - 1 ? claim.lane : undefined;
        await appendTurns(database, run.id, [{ turn, claim, nextLane }]);
      }
    }
    const claim = (await beginGrading(database, run.id)) ?? assert.fail();
    for (const attemptNo of [0, 1]) {
      const position = { scenarioNo: 0, attemptNo };
      const rows = [null, 0].map((turnNo) => exampleJudgement({ ...position, turnNo }));
      await insertJudgements(database, claim, rows);
      const scored = { outcome: 'scored', score: 1, result: {}, latencyMs: 1 } as const;
      await insertOwnScores(database, claim, [{ ...position, turnNo: 2, scorer: 's', ...scored }]);
      const result = { ...position, scores: {}, checks: [], passed: true };
      await saveConversationGrades(database, claim, [result]);
    }
    await setRunFinished(database, run.id, ENDED);
    return run.id;
  }

  const retry = (id: RunId, fromStart = [0], calls = 9): Promise<RetryResult | undefined> =>
    retryRun(database, id, { lanes: [randomUUID()], calls, fromStart });

  /** Lists rows of a table as attempt/turn. */
  async function list(table: string, id: RunId, turn = 'turn_no'): Promise<readonly string[]> {
    const rows = await queryRows<{ at: string }>(
      database,
      `select attempt_no || '/' || coalesce(${turn}::text, 'conversation') as at from ${table} where run_id = $1 order by attempt_no, ${turn}`,
      [id],
    );
    return rows.map(({ at }) => at);
  }

  it('removes every turn of an attempt with a failed turn, and keeps the other attempts', async () => {
    const id = await playRun();
    assert.deepEqual(await retry(id), { attempts: 1, lanes: 1, fits: true });
    assert.deepEqual(await list('turn', id), ['1/0', '1/1', '1/2']);
    assert.deepEqual(await list('turn_superseded', id), ['0/0', '0/1', '0/2']);
    const sessions = await queryRows(
      database,
      'select distinct session::text from turn_superseded where run_id = $1',
      [id],
    );
    assert.deepEqual(sessions, [{ session: '"session 0"' }]);
    const head = await findRunHead(database, 'default', id);
    assert.deepEqual([head?.turnsFinished, head?.turnsFailed, head?.turnsTotal], [3, 0, 6]);
    const [event] = (await listEvents(database, id, 0)).slice(-1);
    assert.deepEqual(
      [event?.kind, event?.data],
      ['run-retried', { attempts: 1, from_start: true }],
    );
  });

  it('removes every judgement and score of the attempts that start again, and no other', async () => {
    const id = await playRun();
    await retry(id);
    assert.deepEqual(await list('judgement', id), ['1/0', '1/2', '1/conversation']);
    assert.deepEqual(await list('conversation_grade', id, 'scenario_no'), ['1/0']);
  });

  it('needs a budget for all turns of the first attempt', async () => {
    const id = await playRun();
    const tooSmall = await database
      .transaction(async (tx) => {
        const options = { lanes: [randomUUID()], calls: BUDGET, fromStart: [0] };
        throw new Error(JSON.stringify(await retryRun(tx, id, options)));
      })
      .catch(String);
    assert.match(tooSmall, /"fits":false/);
    assert.equal((await retry(id))?.fits, true);
  });

  it('starts a cancelled attempt again', async () => {
    const interactions = Array.from({ length: TURNS }, () => exampleInteraction());
    const plan = examplePlan({ scenarios: [exampleScenario({ interactions })] });
    const run = exampleRun({ plan });
    const lane = randomUUID();
    await insertRun(database, run, [lane]);
    const job = { id: lane, runId: run.id, retryCount: 0 };
    const claim = (await claimAttempts(database, [job])).claimed[0] ?? assert.fail();
    const turn = exampleTurn({ ...claim, turnNo: 0, session: 7 });
    await appendTurns(database, run.id, [{ turn, claim, nextLane: undefined }]);
    const stored = await findTurn(database, { ...claim, turnNo: 0 });
    assert.equal(stored?.session, 7);
    await setRunCancelling(database, run.id);
    await database.executeSql(`update attempt set state = 'cancelled' where run_id = $1`, [run.id]);
    await database.executeSql(`update run set state = 'cancelled' where id = $1`, [run.id]);
    assert.equal(
      (await retryRun(database, run.id, { lanes: [lane], fromStart: [0] }))?.attempts,
      1,
    );
    assert.deepEqual(await list('turn', run.id), []);
    const head = await findRunHead(database, 'default', run.id);
    assert.deepEqual([head?.turnsFinished, head?.turnsFailed], [0, 0]);
  });

  it('a retry without sessions keeps answered turns and their judgements', async () => {
    const id = await playRun();
    assert.deepEqual(await retry(id, []), { attempts: 1, lanes: 1, fits: true });
    assert.deepEqual(await list('turn', id), ['0/0', '0/2', '1/0', '1/1', '1/2']);
    assert.deepEqual(await list('judgement', id), ['0/0', '0/2', '1/0', '1/2', '1/conversation']);
    const head = await findRunHead(database, 'default', id);
    assert.deepEqual([head?.turnsFinished, head?.turnsFailed], [5, 0]);
  });
});
