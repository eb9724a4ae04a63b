import type { Service } from '../support/services/start-service.ts';
import { until } from '../support/services/until.ts';
import { hasTurns, installAuditTriggers } from './audit-triggers.ts';
import { listBreaches, type Breach } from './check-run.ts';
import { hasExited, kill, startEvals, type Environment } from './open-environment.ts';
import { awaitEnd } from './post-run.ts';
import type { Size } from './read-options.ts';
import type { Kill } from './read-records.ts';

/** A guard against hanging for a run of thousands of turns. */
const TIMEOUT_MS = 900_000;

/** Workers of one database; each start gets a new name. */
interface Workers {
  readonly kills: readonly Kill[];
  /** Start-up time of each worker in milliseconds. */
  readonly starts: readonly number[];
  /** Names of the workers that run. */
  names(): readonly string[];
  /** Kills the worker with SIGKILL and starts a replacement. */
  killAndReplace(name: string): Promise<void>;
  /** Workers that exited unexpectedly, with the reason they logged. */
  crashed(): readonly string[];
}

interface ServicesOptions {
  readonly count: number;
  readonly inFlight: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** The API and the workers of one new database, which records what they write. */
export interface Services {
  readonly database: string;
  readonly api: Service;
  readonly workers: Workers;
  /** R1: no process ends by itself. */
  readonly checkProcesses: () => Breach[];
}

export async function startServices(
  environment: Environment,
  options: ServicesOptions,
): Promise<Services> {
  const database = await environment.newDatabase();
  const { env = {} } = options;
  const api = await startEvals(environment, { database, name: 'api', role: 'api', env });
  await installAuditTriggers(database);
  const workers = await startWorkers(environment, database, options);
  return {
    database,
    api,
    workers,
    checkProcesses: () =>
      listBreaches('R1', 'processes that ended by themselves', [
        ...workers.crashed(),
        ...(hasExited(api) ? [`api: ${exitReason(api)}`] : []),
      ]),
  };
}

async function startWorkers(
  environment: Environment,
  database: string,
  { count, inFlight, env }: ServicesOptions,
): Promise<Workers> {
  const kills: Kill[] = [];
  const starts: number[] = [];
  let started = 0;

  async function start(): Promise<{ readonly name: string; readonly service: Service }> {
    started += 1;
    const name = `worker-${started}`;
    const own = { WORKER_IN_FLIGHT: String(inFlight), ...env };
    const began = performance.now();
    const service = await startEvals(environment, { database, name, role: 'worker', env: own });
    starts.push(performance.now() - began);
    return { name, service };
  }

  const workers = await Promise.all(Array.from({ length: count }, start));
  return {
    kills,
    starts,
    names: () => workers.map(({ name }) => name),
    async killAndReplace(killed) {
      const index = workers.findIndex(({ name }) => name === killed);
      const worker = workers[index];
      if (worker === undefined) throw new Error(`there is no worker ${killed}`);
      kills.push({ worker: killed, at: Date.now() });
      await kill(worker.service);
      workers[index] = await start();
    },
    crashed: () =>
      workers
        .filter(({ service }) => hasExited(service))
        .map(({ name, service }) => `${name}: ${exitReason(service)}`),
  };
}

/** Returns the worker to kill, when it is time; until then `undefined`. */
export type FindVictim = () => Promise<string | undefined>;

/** Kills one worker for each of the functions, one after the other. Stops if `over` is aborted. */
export async function killWorkers(
  { workers }: Pick<Services, 'workers'>,
  victims: readonly FindVictim[],
  over?: AbortSignal,
): Promise<void> {
  for (const [n, find] of victims.entries()) {
    let name: string | undefined;
    const isFound = async (): Promise<boolean> =>
      over?.aborted === true || (name = await find()) !== undefined;
    await until(`it is time for kill ${n}`, isFound, TIMEOUT_MS);
    if (name === undefined) return;
    await workers.killAndReplace(name);
  }
}

/** Any worker, each time a further share of the turns is stored, so that conversations are under way. */
export function anyWorkers(
  { database, workers }: Services,
  { conversations, turns, kills }: Size,
  random: () => number,
): readonly FindVictim[] {
  const share = (conversations * turns) / (kills + 1);
  return Array.from({ length: kills }, (_, n) => async () => {
    const names = workers.names();
    const isTime = await hasTurns(database, (n + 1) * share);
    return isTime ? names[Math.floor(random() * names.length)] : undefined;
  });
}

/** Waits until the run is over and the workers are killed. */
export async function endWithKills(
  services: Services,
  runId: string,
  victims: readonly FindVictim[],
): Promise<void> {
  const over = new AbortController();
  try {
    const killed = killWorkers(services, victims, over.signal);
    await Promise.all([awaitEnd(services.api.url, runId, TIMEOUT_MS), killed]);
  } finally {
    over.abort();
  }
}

/** Returns the fatal log line, or the end of the output. */
export function exitReason(service: Service): string {
  const lines = service.output().split('\n');
  return lines.find((line) => line.includes('"level":"fatal"')) ?? service.output().slice(-500);
}
