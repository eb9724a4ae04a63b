import assert from 'node:assert/strict';
import { once } from 'node:events';
import { it } from 'node:test';
import { startRun, untilOver } from '../support/calls/run-api.ts';
import { cardScenario, startEchoEndpoint } from '../support/data/judged-runs.ts';
import { freshDatabase } from '../support/services/fresh-database.ts';
import { startService } from '../support/services/start-service.ts';
import { until } from '../support/services/until.ts';
import { scoreBy, startScorer } from '../support/stubs/start-scorer.ts';

const TIMEOUT_MS = 120_000;
const MAX_TURNS_IN_A_CALL = 50;

it('10,000 turns are scored in at most 260 calls, and a kill repeats at most the call in progress', async (t) => {
  await using echo = await startEchoEndpoint();
  await using scorer = await startScorer(scoreBy((reply) => (reply.includes('7') ? 0 : 1)));
  await using database = await freshDatabase();
  const env = { DATABASE_URL: database.url, SCORERS: scorer.register('no-seven') };
  const killed = await startService('evals', env);
  const replies = Array.from({ length: 100 }, (_, n) => `Your card ending ${n} is blocked.`);
  const { run_id } = await startRun(killed, {
    endpoint: `${echo.url}/v1`,
    history: 'none',
    attempts: 100,
    concurrency: 64,
    scorers: ['no-seven'],
    test_batch: cardScenario(...replies),
  });
  await until('60 calls were made', () => scorer.calls.length >= 60, TIMEOUT_MS);
  const exited = once(killed.process, 'exit');
  killed.process.kill('SIGKILL');
  await exited;

  await using evals = await startService('evals', env);
  const { state, result } = await untilOver(evals, run_id, TIMEOUT_MS);
  assert.equal(state, 'completed');
  const { mean, coverage } = result?.stats['no-seven'] ?? {};
  assert.deepEqual([mean, coverage], [0.81, 1]);
  const asked = scorer.calls.flat().map(({ id }) => id);
  assert.equal(new Set(asked).size, 10_000);
  const repeated = asked.length - 10_000;
  t.diagnostic(`${scorer.calls.length} calls, ${repeated} turns were sent twice`);
  assert.ok(scorer.calls.length <= 260, `${scorer.calls.length} calls`);
  assert.ok(scorer.calls.every(({ length }) => length <= MAX_TURNS_IN_A_CALL));
  assert.ok(repeated <= MAX_TURNS_IN_A_CALL, `${repeated} turns were sent twice`);
});
