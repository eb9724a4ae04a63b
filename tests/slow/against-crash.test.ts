import assert from 'node:assert/strict';
import { once } from 'node:events';
import { it } from 'node:test';
import { startRun, untilOver, viewRun, walkRuns } from '../support/calls/run-api.ts';
import { freshDatabase } from '../support/services/fresh-database.ts';
import { startService } from '../support/services/start-service.ts';
import { until } from '../support/services/until.ts';
import { startVersions, versionBatch } from '../support/stubs/start-versions.ts';

const ATTEMPTS = 5;

it('a service that is killed between the ends of two paired runs compares them after its restart', async () => {
  let isHolding = true;
  await using endpoint = await startVersions(
    ({ model, request }) =>
      isHolding &&
      model === 'v1' &&
      String(request.headers['x-fairtrial-conversation']).endsWith(`/${ATTEMPTS - 1}`),
  );
  await using database = await freshDatabase();
  const env = { DATABASE_URL: database.url };
  const killed = await startService('evals', env);
  const { run_id } = await startRun(killed, {
    endpoint: `${endpoint.url}/v1`,
    test_batch: versionBatch(),
    model_id: 'v2',
    against: 'v1',
    attempts: ATTEMPTS,
    concurrency: 2,
  });
  const isPlayed = async (): Promise<boolean> => {
    const { turns } = await viewRun(killed, run_id);
    return turns.finished === ATTEMPTS;
  };
  await until('the candidate has played all turns', isPlayed);
  const exited = once(killed.process, 'exit');
  killed.process.kill('SIGKILL');
  await exited;
  isHolding = false;

  await using evals = await startService('evals', env);
  assert.equal((await viewRun(evals, run_id)).state, 'running');
  const { state, result, finished_at } = await untilOver(evals, run_id);
  assert.equal(state, 'completed');
  assert.equal(result?.headline.result, 'regressed');
  const [baseline] = await walkRuns(evals, '?tag=against');
  assert.equal(result.comparison?.baseline.run_id, baseline?.run_id);
  assert.ok(String(finished_at) >= String(baseline?.finished_at));
});
