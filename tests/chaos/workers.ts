import type { Service } from '../support/services/start-service.ts';
import type { Kill } from './collect-evidence.ts';
import { hasExited, kill, startEvals, type Environment } from './open-environment.ts';

/** Workers of one database; each start has a name of its own. */
export interface Workers {
  readonly kills: readonly Kill[];
  /** How long each took to start, in milliseconds. */
  readonly starts: readonly number[];
  /** kill -9, and another one in its place at once. */
  shoot(place: number): Promise<void>;
  /** Those that ended without being asked to, with the last they said. */
  fallen(): readonly string[];
}

interface WorkersOptions {
  readonly database: string;
  readonly count: number;
  readonly inFlight: number;
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
    const env = { WORKER_IN_FLIGHT: String(inFlight) };
    const began = performance.now();
    const service = await startEvals(environment, { database, name, role: 'worker', env });
    starts.push(performance.now() - began);
    return { name, service };
  }

  const workers = await Promise.all(Array.from({ length: count }, start));
  return {
    kills,
    starts,
    async shoot(place) {
      const member = workers[place];
      if (member === undefined) throw new Error(`there is no worker ${place}`);
      kills.push({ worker: member.name, at: Date.now() });
      await kill(member.service);
      workers[place] = await start();
    },
    fallen: () =>
      workers
        .filter(({ service }) => hasExited(service))
        .map(({ name, service }) => `${name}: ${lastWords(service)}`),
  };
}

/** Why it ended, where it says so. */
export function lastWords(service: Service): string {
  const lines = service.output().split('\n');
  return lines.find((line) => line.includes('"level":"fatal"')) ?? service.output().slice(-500);
}
