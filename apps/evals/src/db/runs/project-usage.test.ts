import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { exampleDatabase } from '../../testing/example-database.ts';
import { examplePlan, exampleRun, exampleTurn } from '../../testing/example-rows.ts';
import { claimAttempts } from '../attempts/claim-attempts.ts';
import { appendTurns } from '../turns/append-turns.ts';
import { deleteRunRows } from './delete-run-rows.ts';
import { setRunFinished } from './end-run.ts';
import { insertRun } from './insert-run.ts';
import { readProjectUsage, type ProjectUsage } from './project-usage.ts';
import { retryRun } from './retry-run.ts';

/** What the columns of a turn take beside its reply. */
const MAX_ROW_BYTES = 300;

it('the usage of a project grows with plan, turn and summary, stays after the end of the run, and goes with it', async () => {
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
