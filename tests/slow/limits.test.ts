import { RunView } from '@fairtrial/contracts';
import { startCluster, type Cluster } from '@fairtrial/postgres';
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { startService, type Service } from '../support/services/start-service.ts';
import { until } from '../support/services/until.ts';

const LIMIT = 48;
const LATENCY_MS = 1000;
const ATTEMPTS = 288;
const TURNS = 4;
/** A guard against hanging: a run takes half a minute. */
const RUN_TIMEOUT_MS = 500_000;

interface Ledger {
  readonly calls: number;
  readonly max_in_flight: number;
}

describe('a limit on an endpoint', () => {
  it('holds across three workers, across a kill and across a restart of the database', async (t) => {
    await using simulator = await startService('simulator', {
      SIMULATOR_LATENCY_MS: String(LATENCY_MS),
    });
    await using opened = new AsyncDisposableStack();
    const cluster = await clusterIn(opened);
    const limits = [{ origin: simulator.url, max_in_flight: LIMIT }];
    const env = {
      DATABASE_URL: cluster.url(),
      ENDPOINT_LIMITS: JSON.stringify(limits),
      MAX_CONCURRENCY: '300',
      MAX_ATTEMPTS: '1000',
      WORKER_IN_FLIGHT: '100',
    };
    const start = async (role: string): Promise<Service> =>
      opened.use(await startService('evals', { ...env, EVALS_ROLE: role }));
    const api = await start('api');
    const victim = await start('worker');
    for (const role of ['worker', 'worker']) await start(role);
    const ledgerOf = async (): Promise<Ledger> =>
      (await (await fetch(`${simulator.url}/ledger/summary`)).json()) as Ledger;

    const disturbed = await post(api, simulator);
    await finished(api, disturbed, 300);
    assert.equal((await ledgerOf()).max_in_flight, LIMIT, 'the whole limit is used');
    await start('worker');
    victim.process.kill('SIGKILL');
    await finished(api, disturbed, 700);
    await cluster.stop('immediate');
    await cluster.start();
    await untilOver(api, disturbed);
    const ledger = await ledgerOf();
    t.diagnostic(JSON.stringify(ledger));
    assert.equal(ledger.max_in_flight, LIMIT, 'never one more');
  });

  it('holds for calls per minute across two workers', async (t) => {
    await using simulator = await startService('simulator');
    await using opened = new AsyncDisposableStack();
    const cluster = await clusterIn(opened);
    const env = {
      DATABASE_URL: cluster.url(),
      ENDPOINT_LIMITS: JSON.stringify([{ origin: simulator.url, per_minute: 300 }]),
      MAX_CONCURRENCY: '300',
    };
    const api = opened.use(await startService('evals', env));
    opened.use(await startService('evals', { ...env, EVALS_ROLE: 'worker' }));
    const run = await post(api, simulator, 25);
    await untilOver(api, run);
    const seconds = await secondsOfCalls(simulator);
    t.diagnostic(`100 calls at 300 a minute took ${seconds.toFixed(1)} s`);
    // They take 18 s, and 8 s if each worker has the whole limit. A busy machine only makes them slower.
    assert.ok(seconds > 13, `${seconds} s`);
  });
});

async function clusterIn(opened: AsyncDisposableStack): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'fairtrial-limits-'));
  opened.defer(() => rm(folder, { recursive: true }));
  return opened.use(await startCluster({ folder }));
}

async function post(api: Service, simulator: Service, attempts = ATTEMPTS): Promise<string> {
  const response = await fetch(`${api.url}/evaluate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', prefer: 'respond-async' },
    body: JSON.stringify({
      test_batch: {
        interactions: Array.from({ length: TURNS }, () => ({ user_message: 'Hello' })),
      },
      endpoint: `${simulator.url}/v1`,
      model_id: 'sim/echo',
      attempts,
      concurrency: 300,
    }),
  });
  return RunView.parse(await response.json()).run_id;
}

/** Returns the time from the first call to the last, by the clock of the endpoint. */
async function secondsOfCalls(simulator: Service): Promise<number> {
  const response = await fetch(`${simulator.url}/ledger`);
  const lines = (await response.text()).trim().split('\n');
  const calls = lines.map((line) => JSON.parse(line) as { time_in: string });
  const times = calls.map((call) => Date.parse(call.time_in));
  return (Math.max(...times) - Math.min(...times)) / 1000;
}

async function look(api: Service, runId: string): Promise<RunView | undefined> {
  const response = await fetch(`${api.url}/runs/${runId}?interactions=false`);
  const body: unknown = await response.json();
  return response.ok ? RunView.parse(body) : undefined; // the database is unavailable
}

async function finished(api: Service, runId: string, turns: number): Promise<void> {
  const isThere = async (): Promise<boolean> =>
    ((await look(api, runId))?.turns.finished ?? 0) >= turns;
  await until(`${turns} turns are finished`, isThere, RUN_TIMEOUT_MS);
}

async function untilOver(api: Service, runId: string): Promise<void> {
  await until(
    'the run is over',
    async () => (await look(api, runId))?.state === 'completed',
    RUN_TIMEOUT_MS,
  );
  const run = await look(api, runId);
  assert.deepEqual([run?.turns.finished, run?.failed_turns], [run?.turns.total, 0]);
}
