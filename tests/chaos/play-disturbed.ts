import type { Service } from '../support/services/start-service.ts';
import { until } from '../support/services/until.ts';
import { anyWorkers, exitReason, killWorkers, startServices } from './workers.ts';
import { readRecords } from './read-records.ts';
import { openEnvironment, type Environment } from './open-environment.ts';
import { awaitEnd, createBatch, createRunBody, postUntilAccepted } from './post-run.ts';
import { probeApi, type ApiProbe } from './probe-api.ts';
import type { Size } from './read-options.ts';
import { reportDisturbed } from './report-disturbed.ts';
import type { Report } from './report.ts';
import { hasTurns, query } from './audit-triggers.ts';

const TIMEOUT_MS = 900_000;
const PROBE_TURNS = { scenarios: 1, attempts: 1, turns: 1, concurrency: 1 };

interface Restarts {
  readonly size: Size;
  readonly random: () => number;
  readonly environment: Environment;
  readonly database: string;
  readonly api: string;
  readonly probe: ApiProbe;
  /** Aborted when the run is over. */
  readonly over: AbortSignal;
}

/** Plays one run while its workers are killed and its database is restarted. */
export async function playDisturbed(size: Size, random: () => number): Promise<Report> {
  await using environment = await openEnvironment(size.latencyMs);
  const { workers: count, inFlight } = size;
  const services = await startServices(environment, { count, inFlight });
  const { database, api, workers } = services;
  const batch = createBatch(size.conversations, size.turns, count * inFlight);
  const started = performance.now();
  const runId = await postUntilAccepted(
    api.url,
    createRunBody(environment.simulator.url, batch),
    'the run',
  );
  const probe = probeApi(api.url, runId);
  const over = new AbortController();
  const restarting = { size, random, environment, database, api: api.url, probe };
  const disturbed = Promise.all([
    killWorkers(services, anyWorkers(services, size, random), over.signal),
    restartPostgres({ ...restarting, over: over.signal }),
  ]);
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
      ended: services.checkProcesses(),
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

/** Spreads restarts over the run. A request posted meanwhile is retried and gets one run for its key. */
async function restartPostgres(restarts: Restarts): Promise<number> {
  const { size, random, environment, database, api, probe, over } = restarts;
  const turns = size.conversations * size.turns;
  for (let n = 0; n < size.restarts; n += 1) {
    const least = (turns * (n + 0.5 + random() * 0.5)) / (size.restarts + 1);
    const isTime = async (): Promise<boolean> => over.aborted || hasTurns(database, least);
    await until(`${least} turns are stored`, isTime, TIMEOUT_MS);
    if (over.aborted) return n;
    await environment.cluster.stop('immediate');
    const body = createRunBody(environment.simulator.url, PROBE_TURNS);
    const posted = postUntilAccepted(api, body, `during restart ${n}`);
    const before = probe.unavailable();
    await until('the API has noticed', () => probe.unavailable() > before);
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
