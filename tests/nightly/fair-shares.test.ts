import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createBatch, startRun, untilOver, type ApiTarget } from '../support/calls/run-api.ts';
import { freshDatabase } from '../support/services/fresh-database.ts';
import { startService } from '../support/services/start-service.ts';
import { until } from '../support/services/until.ts';
import { startStub } from '../support/stubs/start-stub.ts';

const RUNS = 10;
/** Together more than a worker can have in flight. */
const CONCURRENCY = 64;
/** Calls that one project alone may have in flight, of the 500 of a worker. */
const HELD = 450;
const SAMPLES = 5;
const MAX_DELAY_MS = 3000;

it('ten runs at an endpoint that never answers delay a run of another project by at most 3 s', async (t) => {
  await using endpoint = await startStub((_, response) => response.end('fine'));
  await using database = await freshDatabase();
  await using evals = await startService('evals', {
    DATABASE_URL: database.url,
    FAIRTRIAL_API_KEYS: 'key-of-a;project=a,key-of-b;project=b',
    REQUESTS_PER_MINUTE: '100000', // the test polls
  });
  // Started last and so stopped first: the service waits for its calls in flight.
  await using tarpit = await startStub(() => undefined);
  const as = (project: string): ApiTarget => ({
    url: evals.url,
    headers: { authorization: `Bearer key-of-${project}` },
  });

  async function measureRun(): Promise<number> {
    const durations: number[] = [];
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      const since = performance.now();
      const { run_id } = await startRun(as('b'), {
        endpoint: `${endpoint.url}/v1`,
        test_batch: createBatch(1, 1),
      });
      await untilOver(as('b'), run_id);
      durations.push(performance.now() - since);
    }
    return durations.toSorted((a, b) => a - b)[Math.floor(SAMPLES / 2)] ?? Number.NaN;
  }

  const aloneMs = await measureRun();
  for (let run = 0; run < RUNS; run += 1) {
    await startRun(as('a'), {
      endpoint: `${tarpit.url}/v1`,
      attempts: CONCURRENCY,
      concurrency: CONCURRENCY,
      test_batch: createBatch(1, 1),
    });
  }
  await until('the worker is full', () => tarpit.requests.length >= HELD);
  const besideMs = await measureRun();
  t.diagnostic(
    `median of a run of one turn: ${aloneMs.toFixed(0)} ms alone, ${besideMs.toFixed(0)} ms beside ${tarpit.requests.length} calls that hang`,
  );
  assert.ok(besideMs - aloneMs < MAX_DELAY_MS, `${besideMs} ms, alone ${aloneMs} ms`);
});
