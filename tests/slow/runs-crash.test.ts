import assert from 'node:assert/strict';
import { once } from 'node:events';
import { it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { freshDatabase } from '../support/fresh-database.ts';
import {
  assertCounted,
  batchOf,
  placeOf,
  startRun,
  untilOver,
  walkRows,
} from '../support/run-api.ts';
import { startService } from '../support/start-service.ts';
import { startStub } from '../support/start-stub.ts';
import { until } from '../support/until.ts';

const CONCURRENCY = 6;

it('a service that is killed in the middle of a run goes on with it, and asks nothing twice that was on record', async () => {
  await using endpoint = await startStub(async (_, response) => {
    await wait(20); // a model takes a moment
    response.end('fine');
  });
  await using database = await freshDatabase();
  const env = { DATABASE_URL: database.url };
  const killed = await startService('evals', env);
  const { run_id } = await startRun(killed, {
    endpoint: `${endpoint.url}/v1`,
    attempts: 40,
    concurrency: CONCURRENCY,
    test_batch: batchOf(1, 3),
  });
  await until('it is in the middle', () => endpoint.requests.length >= 50);
  const exited = once(killed.process, 'exit');
  killed.process.kill('SIGKILL');
  await exited;
  const since = performance.now();

  await using evals = await startService('evals', env);
  const onRecord = await walkRows(evals, run_id, '?limit=1000');
  assert.ok(onRecord.length >= 50 - CONCURRENCY && onRecord.length < 120);
  const over = await untilOver(evals, run_id, 25_000);
  assert.ok(performance.now() - since < 25_000);
  assert.deepEqual([over.state, over.turns.finished, over.failed_turns], ['completed', 120, 0]);
  await assertCounted(evals, run_id);

  const calls = Map.groupBy(endpoint.requests, ({ headers }) =>
    String(headers['idempotency-key']).slice(run_id.length + 1),
  );
  assert.equal(calls.size, 120);
  for (const row of onRecord) assert.equal(calls.get(placeOf(row))?.length, 1, placeOf(row));
  const again = [...calls].filter(([, asked]) => asked.length > 1).map(([place]) => place);
  assert.ok(again.length <= CONCURRENCY, `${again.length} were asked again`);
  const resent = await walkRows(evals, run_id, '?flag=resent');
  for (const place of again) assert.ok(resent.map(placeOf).includes(place), place);
});
