import { RunView } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { it } from 'node:test';
import { evaluate } from '../support/calls/evaluate.ts';
import { readEvents } from '../support/calls/read-events.ts';
import { ask, assertCounted, startRun, untilOver } from '../support/calls/run-api.ts';
import { freshDatabase } from '../support/services/fresh-database.ts';
import { startService, type Service } from '../support/services/start-service.ts';
import { until } from '../support/services/until.ts';
import { startUnsteady, unsteadyBatch } from '../support/stubs/start-unsteady.ts';

/** Attempts of both scenarios up to the first look. */
const FIRST_LOOK = 10;

it('a service that is killed between two looks takes each look once, with the same decisions', async () => {
  await using endpoint = await startUnsteady();
  await using database = await freshDatabase();
  const env = { DATABASE_URL: database.url };
  const killed = await startService('evals', env);
  const asked = { endpoint: `${endpoint.url}/v1`, attempts: 20, test_batch: unsteadyBatch() };
  const fixed = await evaluate(killed, asked);
  const before = endpoint.requests.length;
  const early = { ...asked, stop_early: true, baseline: fixed.run_id, concurrency: 1 };
  const { run_id } = await startRun(killed, early);
  await until('the second look is played', () => endpoint.requests.length > before + FIRST_LOOK);
  const exited = once(killed.process, 'exit');
  killed.process.kill('SIGKILL');
  await exited;

  await using evals = await startService('evals', env);
  const over = await untilOver(evals, run_id);
  assert.deepEqual([over.state, over.turns], ['completed', { finished: 25, total: 25 }]);
  await assertCounted(evals, run_id);
  const looks = (await readEvents(evals, run_id)).filter(({ event }) => event === 'run-look');
  assert.deepEqual(
    looks.map(({ data }) => data['look']),
    [1, 2, 3],
  );
  const undisturbed = await evaluate(evals, early);
  assert.deepEqual(await fetchSequential(evals, run_id), undisturbed.sequential);
});

async function fetchSequential(evals: Service, runId: string): Promise<unknown> {
  const { body } = await ask(evals, `/runs/${runId}?interactions=false`);
  return RunView.parse(body).result?.sequential;
}
