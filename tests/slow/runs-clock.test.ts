import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ask, startRun, untilOver, walkRuns } from '../support/calls/run-api.ts';
import { clockAhead } from '../support/services/clock-ahead.ts';
import { freshDatabase } from '../support/services/fresh-database.ts';
import { startService } from '../support/services/start-service.ts';
import { startStub } from '../support/stubs/start-stub.ts';

const THREE_MONTHS_MS = 92 * 24 * 3600 * 1000;

it('a service whose clock is three months ahead uses the database clock for the ids, times and durations of runs', async () => {
  await using endpoint = await startStub((_, response) => void response.end('fine'));
  await using database = await freshDatabase();
  const env = { DATABASE_URL: database.url };
  // This service plays and finishes all runs, including those of the other process.
  await using wrong = await startService('evals', { ...env, ...clockAhead(THREE_MONTHS_MS) });
  await using right = await startService('evals', { ...env, EVALS_ROLE: 'api' });
  const request = { endpoint: `${endpoint.url}/v1`, attempts: 2 };
  const before = Date.now();

  const first = await untilOver(wrong, (await startRun(wrong, request)).run_id);
  const second = await untilOver(right, (await startRun(right, request)).run_id);
  const elapsed = Date.now() - before;
  for (const { run_id, created_at, finished_at, result } of [first, second]) {
    const [created, finished] = [Date.parse(created_at), Date.parse(String(finished_at))];
    assert.ok(created >= before && created <= before + elapsed, created_at);
    assert.ok(finished >= created && finished <= before + elapsed, String(finished_at));
    assert.equal(timeOf(run_id), created);
    const { duration_ms = -1 } = result ?? {};
    assert.ok(duration_ms >= 0 && duration_ms <= elapsed, `${duration_ms}`);
  }
  const listed = await walkRuns(right);
  assert.deepEqual(
    listed.map(({ run_id }) => run_id),
    [second.run_id, first.run_id],
  );

  assert.equal((await ask(wrong, `/runs/${first.run_id}/pin`, 'PUT')).status, 200);
  const { run_id } = await startRun(wrong, { ...request, baseline: 'pinned' });
  const { result } = await untilOver(wrong, run_id);
  assert.match(result?.baseline?.reason ?? '', /, (just now|\d+ min ago)$/);
});

/** Returns the time encoded in an id. */
function timeOf(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}
