import type { Service } from '../support/services/start-service.ts';
import { untilTurns } from './audit-triggers.ts';
import type { Size } from './read-options.ts';
import type { Kill } from './read-records.ts';
import { hasExited, kill, startEvals, type Environment } from './open-environment.ts';

/** Workers of one database; each start gets a new name. */
export interface Workers {
  readonly kills: readonly Kill[];
  /** Start-up time of each worker in milliseconds. */
  readonly starts: readonly number[];
  /** Names of the workers that run, by index. */
  names(): readonly string[];
  /** Kills the worker with SIGKILL and starts a replacement. */
  killAndReplace(index: number): Promise<void>;
  /** Workers that exited unexpectedly, with the reason they logged. */
  crashed(): readonly string[];
}

interface WorkersOptions {
  readonly database: string;
  readonly count: number;
  readonly inFlight: number;
  readonly env?: Readonly<Record<string, string>>;
}

export async function startWorkers(
  environment: Environment,
  options: WorkersOptions,
): Promise<Workers> {
  const { database, count, inFlight } = options;
  const kills: Kill[] = [];
  const starts: number[] = [];
  let started = 0;

  async function start(): Promise<{ readonly name: string; readonly service: Service }> {
    started += 1;
    const name = `worker-${started}`;
    const env = { WORKER_IN_FLIGHT: String(inFlight), ...options.env };
    const began = performance.now();
    const service = await startEvals(environment, { database, name, role: 'worker', env });
    starts.push(performance.now() - began);
    return { name, service };
  }

  const workers = await Promise.all(Array.from({ length: count }, start));
  return {
    kills,
    starts,
    names: () => workers.map(({ name }) => name),
    async killAndReplace(index) {
      const worker = workers[index];
      if (worker === undefined) throw new Error(`there is no worker ${index}`);
      kills.push({ worker: worker.name, at: Date.now() });
      await kill(worker.service);
      workers[index] = await start();
    },
    crashed: () =>
      workers
        .filter(({ service }) => hasExited(service))
        .map(({ name, service }) => `${name}: ${exitReason(service)}`),
  };
}

interface Killing {
  readonly database: string;
  readonly size: Size;
  readonly random: () => number;
  readonly workers: Workers;
  /** Aborted when the run is over. */
  readonly over: AbortSignal;
}

/** Kills a worker each time a further share of the turns is stored, so that conversations are under way. */
export async function killWorkers({
  database,
  size,
  random,
  workers,
  over,
}: Killing): Promise<void> {
  const share = (size.conversations * size.turns) / (size.kills + 1);
  let replaced = Promise.resolve();
  for (let n = 1; n <= size.kills; n += 1) {
    await untilTurns(database, n * share, over);
    await replaced;
    if (over.aborted) return;
    replaced = workers.killAndReplace(Math.floor(random() * size.workers));
  }
  await replaced;
}

/** Returns the fatal log line, or the end of the output. */
export function exitReason(service: Service): string {
  const lines = service.output().split('\n');
  return lines.find((line) => line.includes('"level":"fatal"')) ?? service.output().slice(-500);
}
