import { setTimeout as wait } from 'node:timers/promises';
import type { Service } from '../support/services/start-service.ts';
import { exitReason, startWorkers, type Workers } from './workers.ts';
import { readRecords } from './read-records.ts';
import { hasExited, openEnvironment, startEvals, type Environment } from './open-environment.ts';
import { awaitEnd, createBatch, createRunBody, postUntilAccepted } from './post-run.ts';
import { probeApi } from './probe-api.ts';
import type { Size } from './read-options.ts';
import { idealSeconds, reportDisturbed } from './report-disturbed.ts';
import type { Report } from './report.ts';
import { query, installAuditTriggers } from './audit-triggers.ts';

const TIMEOUT_MS = 900_000;
const PROBE_TURNS = { scenarios: 1, attempts: 1, turns: 1, concurrency: 1 };

interface Disturbance {
  readonly size: Size;
  readonly random: () => number;
  readonly environment: Environment;
  readonly workers: Workers;
  readonly api: string;
  readonly signal: AbortSignal;
}

/** Plays one run while its workers are killed and its database is restarted. */
export async function playDisturbed(size: Size, random: () => number): Promise<Report> {
  await using environment = await openEnvironment(size.latencyMs);
  const database = await environment.newDatabase();
  const api = await startEvals(environment, { database, name: 'api', role: 'api' });
  await installAuditTriggers(database);
  const workers = await startWorkers(environment, {
    database,
    count: size.workers,
    inFlight: size.inFlight,
  });
  const concurrency = size.workers * size.inFlight;
  const batch = createBatch(size.conversations, size.turns, concurrency);
  const started = performance.now();
  const runId = await postUntilAccepted(
    api.url,
    createRunBody(environment.simulator.url, batch),
    'the run',
  );
  const probe = probeApi(api.url, runId);
  const over = new AbortController();
  const disturbance = { size, random, environment, workers, api: api.url, signal: over.signal };
  const disturbed = Promise.all([killWorkers(disturbance), restartPostgres(disturbance)]);
  try {
    await Promise.race([awaitEnd(api.url, runId, TIMEOUT_MS), rejectOnFailure(disturbed, api)]);
    const seconds = (performance.now() - started) / 1000;
    over.abort();
    const [, restarts] = await disturbed;
    const probed = await probe.stop();
    const { kills } = workers;
    const sources = { database, simulator: environment.simulator.url, runId, batch, kills };
    const records = await readRecords(sources);
    const [runs] = await query<{ n: number }>(database, 'select count(*)::int as n from run');
    return reportDisturbed({
      size,
      records,
      probed,
      seconds,
      restarts,
      starts: workers.starts,
      runs: runs?.n ?? 0,
      crashed: [...workers.crashed(), ...(hasExited(api) ? [`api: ${exitReason(api)}`] : [])],
      maxInFlight: await readMaxInFlight(environment.simulator.url),
    });
  } finally {
    over.abort();
  }
}

/** Rejects if a disturbance fails or the API ends before the run does. */
function rejectOnFailure(disturbed: Promise<unknown>, api: Service): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  disturbed.catch(reject);
  api.process.once('exit', () => reject(new Error(`R2: the api ended: ${exitReason(api)}`)));
  promise.catch(() => undefined); // avoids an unhandled rejection after the end of the run
  return promise;
}

/** Kills a worker every 3 to 8 seconds (faster if turns are short), until `size.kills` is reached or the run ends. */
async function killWorkers({ size, random, workers, signal }: Disturbance): Promise<void> {
  const pace = Math.min(1, size.latencyMs / 2500);
  let replaced = Promise.resolve();
  for (let n = 0; n < size.kills && !signal.aborted; n += 1) {
    const pause = (3000 + random() * 5000) * pace;
    const paused = wait(pause, undefined, { signal }).catch(() => undefined);
    await Promise.all([paused, replaced]); // the replacement has started by then
    if (!signal.aborted) replaced = workers.killAndReplace(Math.floor(random() * size.workers));
  }
  await replaced;
}

/** Spreads restarts over the run. A request posted meanwhile is retried and gets one run for its key. */
async function restartPostgres(disturbance: Disturbance): Promise<number> {
  const { size, random, environment, api, signal } = disturbance;
  const ideal = idealSeconds(size) * 1000;
  for (let n = 0; n < size.restarts; n += 1) {
    const pause = (ideal / (size.restarts + 1)) * (0.7 + random() * 0.4);
    await wait(pause, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return n;
    await environment.cluster.stop('immediate');
    const body = createRunBody(environment.simulator.url, PROBE_TURNS);
    const posted = postUntilAccepted(api, body, `during restart ${n}`);
    await wait(random() * 1000);
    await environment.cluster.start();
    await posted;
  }
  return size.restarts;
}

async function readMaxInFlight(simulator: string): Promise<number> {
  const response = await fetch(`${simulator}/ledger/summary`);
  const { max_in_flight: calls } = (await response.json()) as { max_in_flight: number };
  return calls;
}
