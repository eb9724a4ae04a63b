import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { freshDatabase } from '../support/services/fresh-database.ts';
import { assertCounted, createBatch, startRun, untilOver } from '../support/calls/run-api.ts';
import { startService, type Service } from '../support/services/start-service.ts';
import { startStub, type SeenRequest, type Stub } from '../support/stubs/start-stub.ts';
import { until } from '../support/services/until.ts';

/** Conversations that one worker plays at once. */
const IN_FLIGHT = 12;
/** Per worker. */
const ATTEMPTS = 80;
const TURNS = 3;

describe('workers on one database', () => {
  const stack = new AsyncDisposableStack();
  let databaseUrl: string;
  let api: Service;
  let endpoint: Stub;
  /** The endpoint answers after that. */
  let released = Promise.withResolvers<void>();

  before(async () => {
    databaseUrl = stack.use(await freshDatabase()).url;
    api = await start({ EVALS_ROLE: 'api', MAX_ATTEMPTS: '300' });
    endpoint = await startStub(async (_, response) => {
      await released.promise;
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
      WORKER_IN_FLIGHT: String(IN_FLIGHT + 1), // a worker reserves one slot for other projects
      ENDPOINTS: `${endpoint.url};key=worker-${no}`,
    });

  async function playWith(workers: number): Promise<void> {
    released = Promise.withResolvers();
    const first = endpoint.requests.length;
    const { run_id } = await startRun(api, {
      endpoint: `${endpoint.url}/v1`,
      attempts: workers * ATTEMPTS,
      concurrency: workers * IN_FLIGHT,
      test_batch: createBatch(1, TURNS),
    });
    const asked = (): readonly SeenRequest[] => endpoint.requests.slice(first);
    await until('all calls are in flight', () => asked().length === workers * IN_FLIGHT);
    const shares = Map.groupBy(asked(), ({ headers }) => headers.authorization);
    assert.deepEqual(
      [...shares.values()].map(({ length }) => length),
      Array(workers).fill(IN_FLIGHT),
    );
    released.resolve();
    const over = await untilOver(api, run_id);
    const turns = workers * ATTEMPTS * TURNS;
    assert.deepEqual([over.turns.finished, over.failed_turns], [turns, 0]);
    await assertCounted(api, run_id);
    assert.equal(asked().length, turns);
  }

  it('share a run evenly, two or three of them, and one that starts later gets its share of the next run', async () => {
    await Promise.all([startWorker(1), startWorker(2)]);
    await playWith(2);
    await startWorker(3);
    await playWith(3);
  });
});
