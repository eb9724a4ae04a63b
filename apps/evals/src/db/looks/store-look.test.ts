import type { RunId } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { exampleDatabase } from '../../testing/example-database.ts';
import { examplePlan, exampleRun, exampleScenario } from '../../testing/example-rows.ts';
import type { Database } from '../connection/open-database.ts';
import { queryRows } from '../connection/sql.ts';
import { deleteRunRows } from '../runs/delete-run-rows.ts';
import { findRun } from '../runs/find-run.ts';
import { insertRun } from '../runs/insert-run.ts';
import { listEvents } from '../runs/list-events.ts';
import { countPlannedTurns } from '../../entities/run.ts';
import { findGradingEpoch, listLooks } from './list-looks.ts';
import { storeLook, type NewLook } from './store-look.ts';

const PLAN = examplePlan({
  attempts: 4,
  looks: [
    { attempts: 2, level: 0.01 },
    { attempts: 4, level: 0.04 },
  ],
  scenarioAttempts: [2, 2],
  scenarios: [exampleScenario(), exampleScenario()],
});
const DECISION = { look: 0, result: 'no_change_found', p: 1, level: 0.005 } as const;
const LANES = [randomUUID()];

/** The first scenario is decided, and the second is played on. */
function firstLook(changes: Partial<NewLook> = {}): NewLook {
  return {
    lookNo: 0,
    attempts: 2,
    epoch: 0,
    baselineRevision: 1,
    decisions: [DECISION, null],
    isLast: false,
    scenarioAttempts: [2, 4],
    added: { scenarioNos: [1], upTo: 4, turns: 2, lanes: LANES },
    ...changes,
  };
}

describe('storeLook', () => {
  let database: Database;
  before(async () => {
    database = await exampleDatabase(3);
  });
  after(() => database[Symbol.asyncDispose]());

  /** Stores a run whose attempts up to the first look are played. */
  async function played(): Promise<RunId> {
    const run = exampleRun({ plan: PLAN });
    await insertRun(database, run, []);
    await queryRows(database, `update attempt set state = 'done' where run_id = $1`, [run.id]);
    await queryRows(database, `update run_progress set attempts_open = 0 where run_id = $1`, [
      run.id,
    ]);
    await queryRows(database, `update run set state = 'finishing' where id = $1`, [run.id]);
    return run.id;
  }

  function listAttempts(id: RunId): Promise<readonly object[]> {
    return queryRows(
      database,
      `select scenario_no as scenario, attempt_no as attempt, play_order as "order", state from attempt
       where run_id = $1 order by play_order`,
      [id],
    );
  }

  it('a run with looks starts with the attempts of the first one', async () => {
    const id = await played();
    assert.equal((await listAttempts(id)).length, 4);
    const run = await findRun(database, id);
    assert.deepEqual([run?.plan.attempts, run?.plan.scenarioAttempts], [4, [2, 2]]);
    const [head] = await queryRows(database, 'select attempts, look from run where id = $1', [id]);
    assert.deepEqual(head, { attempts: 4, look: 0 });
  });

  it('adds attempts of undecided scenarios after the others, and the run is running again', async () => {
    const id = await played();
    assert.equal(await storeLook(database, id, firstLook()), 1);
    assert.deepEqual((await listAttempts(id)).slice(4), [
      { scenario: 1, attempt: 2, order: 4, state: 'queued' },
      { scenario: 1, attempt: 3, order: 5, state: 'waiting' },
    ]);
    const [progress] = await queryRows(
      database,
      `select r.state, p.turns_total as total, p.attempts_open as open, p.attempts_next as next, p.attempts_planned as planned
       from run r join run_progress p on p.run_id = r.id where r.id = $1`,
      [id],
    );
    assert.deepEqual(progress, { state: 'running', total: 6, open: 2, next: 5, planned: 6 });
    const run = await findRun(database, id);
    assert.ok(run);
    assert.equal(countPlannedTurns(run.plan), 6);
    const events = await listEvents(database, id, 0);
    assert.deepEqual(events.at(-1), {
      seq: 2,
      kind: 'run-look',
      data: { look: 1, attempts: 2, total: 6 },
    });
  });

  it('the last look adds no attempts, and the run can be finished', async () => {
    const id = await played();
    const added = { scenarioNos: [], upTo: 2, turns: 0, lanes: [] };
    const last = firstLook({ decisions: [DECISION, DECISION], isLast: true, added });
    assert.equal(await storeLook(database, id, { ...last, scenarioAttempts: [2, 2] }), 0);
    assert.equal((await listAttempts(id)).length, 4);
    assert.equal((await findRun(database, id))?.state, 'finishing');
    assert.deepEqual(await listLooks(database, id), [
      { baselineRevision: 1, decisions: [DECISION, DECISION], isLast: true },
    ]);
  });

  it('of two workers that took the same look, only one stores it', async () => {
    const id = await played();
    const results = await Promise.all([
      storeLook(database, id, firstLook()),
      storeLook(database, id, firstLook()),
    ]);
    assert.deepEqual(results.toSorted(), [1, undefined]);
    assert.equal((await listLooks(database, id)).length, 1);
    assert.equal((await listAttempts(id)).length, 6);
  });

  it('stores nothing for an older claim on grading, a look that was taken, or a cancelled run', async () => {
    const id = await played();
    await queryRows(database, 'update run set grading_epoch = 2 where id = $1', [id]);
    assert.equal(await findGradingEpoch(database, id), 2);
    assert.equal(await storeLook(database, id, firstLook({ epoch: 1 })), undefined);
    assert.equal(await storeLook(database, id, firstLook({ epoch: 2, lookNo: 1 })), undefined);
    await queryRows(database, 'update run set is_cancelled = true where id = $1', [id]);
    assert.equal(await storeLook(database, id, firstLook({ epoch: 2 })), undefined);
    assert.deepEqual(await listLooks(database, id), []);
  });

  it('the looks are deleted with their run', async () => {
    const id = await played();
    await storeLook(database, id, firstLook());
    await queryRows(database, `update run set state = 'failed' where id = $1`, [id]);
    assert.equal(await deleteRunRows(database, id), true);
    assert.deepEqual(await listLooks(database, id), []);
  });
});
