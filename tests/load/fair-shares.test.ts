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

it('a run of another project is played while ten runs wait for an endpoint that never answers', async () => {
  await using endpoint = await startStub((_, response) => response.end('fine'));
  await using database = await freshDatabase();
  await using evals = await startService('evals', {
    DATABASE_URL: database.url,
    ASSAY_API_KEYS: 'key-of-a;project=a,key-of-b;project=b',
    ENDPOINT_TIMEOUT_SECONDS: '600', // no call that hangs ends by itself and makes room
    REQUESTS_PER_MINUTE: '100000', // the test polls
  });
  let givenUp = 0;
  // Started last and so stopped first: the service waits for its calls in flight.
  await using tarpit = await startStub((_, response) => {
    response.once('close', () => (givenUp += 1));
  });
  const as = (project: string): ApiTarget => ({
    url: evals.url,
    headers: { authorization: `Bearer key-of-${project}` },
  });

  for (let run = 0; run < RUNS; run += 1) {
    await startRun(as('a'), {
      endpoint: `${tarpit.url}/v1`,
      attempts: CONCURRENCY,
      concurrency: CONCURRENCY,
      test_batch: createBatch(1, 1),
    });
  }
  await until('the worker is full', () => tarpit.requests.length === HELD);
  const { run_id } = await startRun(as('b'), {
    endpoint: `${endpoint.url}/v1`,
    test_batch: createBatch(1, 1),
  });
  assert.equal((await untilOver(as('b'), run_id)).state, 'completed');
  assert.deepEqual([tarpit.requests.length, givenUp], [HELD, 0]);
});
