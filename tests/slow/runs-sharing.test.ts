import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { freshDatabase } from '../support/services/fresh-database.ts';
import { assertCounted, createBatch, startRun, untilOver } from '../support/calls/run-api.ts';
import { startService, type Service } from '../support/services/start-service.ts';
import { startStub, type Stub } from '../support/stubs/start-stub.ts';

const IN_FLIGHT = 12;
const MAX_APART = 0.2;
/** Per worker. */
const ATTEMPTS = 80;
const SHARE = ATTEMPTS * 3;

describe('workers on one database', () => {
  const stack = new AsyncDisposableStack();
  let databaseUrl: string;
  let api: Service;
  let endpoint: Stub;

  before(async () => {
    databaseUrl = stack.use(await freshDatabase()).url;
    api = await start({ EVALS_ROLE: 'api', MAX_ATTEMPTS: '300' });
    endpoint = await startStub(async (_, response) => {
      await wait(40); // simulates the latency of a model
      response.end('fine');
    });
  });
  after(async () => {
    await stack.disposeAsync();
    await endpoint[Symbol.asyncDispose]();
  });

  async function start(env: Readonly<Record<string, string>>): Promise<Service> {
    return stack.use(await startService('evals', { DATABASE_URL: databaseUrl, ...env }));
  }

  /** Each worker has a different endpoint key, by which the endpoint distinguishes them. */
  const startWorker = (no: number): Promise<Service> =>
    start({
      EVALS_ROLE: 'worker',
      WORKER_IN_FLIGHT: String(IN_FLIGHT),
      ENDPOINT_API_KEY: `worker-${no}`,
      ENDPOINT_URL: endpoint.url,
    });

  async function playWith(workers: number): Promise<void> {
    const first = endpoint.requests.length;
    const { run_id } = await startRun(api, {
      endpoint: `${endpoint.url}/v1`,
      attempts: workers * ATTEMPTS,
      concurrency: workers * IN_FLIGHT,
      test_batch: createBatch(1, 3),
    });
    const over = await untilOver(api, run_id);
    const turns = workers * SHARE;
    assert.deepEqual([over.turns.finished, over.failed_turns], [turns, 0]);
    await assertCounted(api, run_id);
    const asked = endpoint.requests.slice(first);
    assert.equal(asked.length, turns);
    const shares = [...Map.groupBy(asked, ({ headers }) => headers.authorization).values()];
    assert.equal(shares.length, workers);
    for (const { length } of shares) {
      const apart = Math.abs(length - SHARE) / SHARE;
      assert.ok(apart <= MAX_APART, shares.map((share) => share.length).join(', '));
    }
  }

  it('share a run evenly, two or three of them, and one that starts later gets its share of the next run', async () => {
    await Promise.all([startWorker(1), startWorker(2)]);
    await playWith(2);
    await startWorker(3);
    await playWith(3);
  });
});
