import { randomUUID } from 'node:crypto';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { exampleDatabase } from '../../testing/example-database.ts';
import { exampleNewLabel } from '../../testing/example-label.ts';
import { exampleRun } from '../../testing/example-rows.ts';
import type { Database } from '../connection/open-database.ts';
import { deleteRunRows } from '../runs/delete-run-rows.ts';
import { insertRun } from '../runs/insert-run.ts';
import type { Run } from '../../entities/run.ts';
import { findDraw, insertDraws, listDraws, listEarlierDrawn } from './label-draws.ts';
import { countLabels, listBlindLabels, listLabels, saveLabels, type NewLabel } from './labels.ts';

describe('labels in the database', () => {
  let database: Database;

  before(async () => {
    database = await exampleDatabase(1);
  });
  after(() => database[Symbol.asyncDispose]());

  async function store(): Promise<Run> {
    const run = exampleRun();
    await insertRun(database, run, []);
    await database.executeSql(`update run set state = 'completed' where id = $1`, [run.id]);
    return run;
  }

  async function save(run: Run, changes: Partial<NewLabel>): Promise<boolean> {
    const [row] = await saveLabels(database, [exampleNewLabel({ runId: run.id, ...changes })]);
    return row?.isBlind ?? assert.fail();
  }

  const drawOf = (run: Run, id: string, partner: Run | undefined) => ({
    id,
    runId: run.id,
    partnerRunId: partner?.id ?? null,
    project: run.project,
    testName: run.plan.testName,
    seed: 1,
    n: 1,
    size: 1,
    items: [{ item: 0, scenarioNo: 0, attemptNo: 0, try: 0 }],
    createdBy: undefined,
  });

  it('a label replaces the one of the same person, and a removed one stays out of lists', async () => {
    const run = await store();
    await save(run, { passed: true });
    await save(run, { passed: false, note: 'n' });
    await save(run, { passed: true, labeller: 'Ben' });
    const listed = await listLabels(database, run.id);
    assert.deepEqual(
      listed.map(({ labeller, passed, note }) => [labeller, passed, note]),
      [
        ['Ada', false, 'n'],
        ['Ben', true, null],
      ],
    );
    await save(run, { passed: null });
    assert.equal((await listLabels(database, run.id)).length, 1);
    assert.equal(await countLabels(database, run.id), 2);
  });

  it('a label is blind if it is of a draw and nothing about its attempt was revealed to the person', async () => {
    const run = await store();
    const drawId = randomUUID();
    assert.equal(await save(run, { attemptNo: 1 }), false, 'without a draw');
    assert.equal(await save(run, { drawId }), true);
    assert.equal(await save(run, { drawId, isRevealed: true }), true);
    assert.equal(await save(run, { drawId }), false, 'revealed by the label before');
    assert.equal(await save(run, { drawId, checkId: 'c' }), false, 'a check of the same attempt');
    assert.equal(await save(run, { drawId, labeller: 'Ben' }), true, 'another person');
    assert.equal(await save(run, { drawId, try: 1 }), true, 'the attempt was played again');
    const blind = await listBlindLabels(database, [run.id]);
    assert.deepEqual(
      blind.map((label) => [label.labeller, label.try]),
      [
        ['Ben', 0],
        ['Ada', 1],
      ],
    );
  });

  it('a draw is stored once, and outlives the other run of its queue', async () => {
    const [first, second] = [await store(), await store()];
    const id = randomUUID();
    const rows = [drawOf(first, id, second), drawOf(second, id, first)];
    await insertDraws(database, rows);
    await insertDraws(database, rows);
    const found = await findDraw(database, id, [first.id, second.id]);
    assert.deepEqual(
      found.map(({ runId, partnerRunId }) => [runId, partnerRunId]),
      [
        [first.id, second.id],
        [second.id, first.id],
      ],
    );
    const query = { project: first.project, testName: first.plan.testName, before: second.id };
    assert.deepEqual(await listEarlierDrawn(database, query), [first.id]);
    await save(second, {});
    assert.equal(await deleteRunRows(database, second.id), true);
    assert.equal(await countLabels(database, second.id), 0);
    assert.deepEqual(await listDraws(database, second.id), []);
    assert.equal((await listDraws(database, first.id))[0]?.partnerRunId, null);
  });
});
