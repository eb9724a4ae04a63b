import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { countBuffers } from '../../testing/count-buffers.ts';
import { exampleDatabase } from '../../testing/example-database.ts';
import { examplePlan, exampleRun, exampleTurn } from '../../testing/example-rows.ts';
import { insertLightRuns } from '../../testing/light-runs.ts';
import { claimAttempts } from '../attempts/claim-attempts.ts';
import { appendTurns } from '../turns/append-turns.ts';
import { deleteRunRows } from './delete-run-rows.ts';
import { setRunFailed, setRunFinished } from './end-run.ts';
import { insertRun } from './insert-run.ts';
import { readProjectUsage, type ProjectUsage } from './project-usage.ts';
import { retryRun } from './retry-run.ts';

/** Size of the columns of a turn without its reply. */
const MAX_ROW_BYTES = 300;

it('project usage grows with plan, turn and summary, stays after the end of the run and shrinks when it is deleted', async () => {
  await using database = await exampleDatabase(2);
  const usage = (project = 'default'): Promise<ProjectUsage> =>
    readProjectUsage(database, project, { withBytes: true });
  const plan = examplePlan();
  const run = exampleRun({ plan });
  const lane = randomUUID();
  await insertRun(database, run, [lane]);
  const planned = Buffer.byteLength(JSON.stringify(plan));
  assert.deepEqual(await usage(), {
    activeRuns: 1,
    activePlanBytes: planned,
    storedBytes: planned,
  });

  const { claimed } = await claimAttempts(database, [{ id: lane, runId: run.id, retryCount: 0 }]);
  const [claim = assert.fail()] = claimed;
  const turn = exampleTurn({
    runId: run.id,
    outcome: 'endpoint_failed',
    reply: randomUUID().repeat(1000),
  });
  await appendTurns(database, run.id, [{ turn, claim, nextLane: lane }]);
  const { storedBytes: played } = await usage();
  const rowBytes = played - planned - turn.reply.length;
  assert.ok(rowBytes > 0 && rowBytes < MAX_ROW_BYTES, `${rowBytes}`);

  const summary = { text: 'x'.repeat(5000) };
  await setRunFinished(database, run.id, { scores: {}, summary, result: 'pass' });
  const ended = played + JSON.stringify(summary).length;
  assert.deepEqual(await usage(), { activeRuns: 0, activePlanBytes: 0, storedBytes: ended });
  assert.deepEqual(await usage('another'), { activeRuns: 0, activePlanBytes: 0, storedBytes: 0 });

  await retryRun(database, run.id, { lanes: [randomUUID()] });
  assert.deepEqual(
    await usage(),
    { activeRuns: 1, activePlanBytes: planned, storedBytes: ended },
    'active again',
  );
  await database.executeSql(`update run set state = 'completed'`);
  await deleteRunRows(database, run.id);
  assert.deepEqual(await usage(), { activeRuns: 0, activePlanBytes: 0, storedBytes: 0 });
});

const COUNTED = `
select (select coalesce(sum(stored_bytes), 0)::float8 from run where project = 'default') as sum,
  coalesce((select stored_bytes from project_usage where project = 'default'), 0)::float8 as counted`;

it('the stored bytes of a project are the sum of its runs, for every way in which they end or are deleted', async () => {
  await using database = await exampleDatabase(1);
  const assertCounted = async (sum: number): Promise<void> => {
    const { rows } = await database.executeSql(COUNTED);
    assert.deepEqual(rows, [{ sum, counted: sum }]);
  };
  const runs = [exampleRun(), exampleRun(), exampleRun(), exampleRun({ project: 'other' })];
  for (const run of runs) await insertRun(database, run, []);
  const [first = assert.fail(), second = assert.fail()] = runs;
  const bytes = Buffer.byteLength(JSON.stringify(first.plan));
  const summary = { text: 'x' };
  const added = JSON.stringify(summary).length;
  for (const { id } of runs.slice(1)) {
    await database.executeSql(`update run set state = 'finishing' where id = $1`, [id]);
    await setRunFinished(database, id, { scores: {}, summary, result: 'pass' });
  }
  await assertCounted(2 * (bytes + added));
  await setRunFailed(database, first.id);
  await assertCounted(3 * bytes + 2 * added);
  await retryRun(database, second.id, { lanes: [] });
  await database.executeSql(`update run set state = 'finishing' where id = $1`, [second.id]);
  await setRunFinished(database, second.id, { scores: {}, summary, result: 'pass' });
  await assertCounted(3 * (bytes + added));
  await deleteRunRows(database, first.id);
  await assertCounted(2 * bytes + 3 * added);
  await database.executeSql('delete from run');
  await assertCounted(0);
});

it('project usage is read without reading the runs of the project', async () => {
  await using database = await exampleDatabase(1);
  await insertLightRuns(database, 20_000, { stored_bytes: '10' });
  await database.executeSql('vacuum analyze');
  const counter = countBuffers(database);
  const { activeRuns } = await readProjectUsage(counter, 'default', { withBytes: true });
  assert.equal(activeRuns, 0);
  assert.ok(Math.max(...counter.buffers) <= 20, counter.buffers.join());
});
