import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { countBuffers } from '../../testing/count-buffers.ts';
import { exampleDatabase } from '../../testing/example-database.ts';
import { examplePlan, exampleRun } from '../../testing/example-rows.ts';
import { insertRun } from '../runs/insert-run.ts';
import { claimAttempts } from './claim-attempts.ts';
import { countAttempts } from './count-attempts.ts';

const LANES = 5000;

it('attempts that wait and attempts that are played are counted by an index of both', async () => {
  await using database = await exampleDatabase(1);
  const plan = examplePlan({ attempts: 2 * LANES, concurrency: LANES });
  const run = exampleRun({ plan });
  const lanes = Array.from({ length: LANES }, () => randomUUID());
  await insertRun(database, run, lanes);
  await claimAttempts(database, [{ id: lanes[0] ?? '', runId: run.id, retryCount: 0 }]);
  await database.executeSql('vacuum analyze');
  const counter = countBuffers(database);
  assert.deepEqual(await countAttempts(counter), { queued: LANES - 1, running: 1 });
  // A page of the table for each lane would be more.
  assert.ok(Math.max(...counter.buffers) < LANES / 10, counter.buffers.join());
});
