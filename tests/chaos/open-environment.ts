import { createDatabase, startCluster, type Cluster } from '@fairtrial/postgres';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService, type Service } from '../support/services/start-service.ts';

/** A PostgreSQL server that can be killed, an endpoint that records every call, and the services that use them. */
export interface Environment extends AsyncDisposable {
  readonly cluster: Cluster;
  readonly simulator: Service;
  /** Killed with the environment if they still run. */
  readonly services: Set<Service>;
  /** Creates an empty database and returns its URL. */
  newDatabase(): Promise<string>;
}

export async function openEnvironment(latencyMs: number): Promise<Environment> {
  const folder = await mkdtemp(join(tmpdir(), 'fairtrial-chaos-'));
  const cluster = await startCluster({
    folder,
    // PostgreSQL records when each row was committed.
    settings: { max_connections: '200', track_commit_timestamp: 'on' },
  });
  const simulator = await startService('simulator', {
    SIMULATOR_LATENCY_MS: String(latencyMs),
    LOG_LEVEL: 'info',
  });
  const services = new Set([simulator]);
  // Kills all services when this process exits for any reason.
  const endAll = (): void => {
    for (const { process: child } of services) child.kill('SIGKILL');
    if (cluster.pid !== undefined) process.kill(cluster.pid, 'SIGQUIT');
  };
  process.once('exit', endAll);
  return {
    cluster,
    simulator,
    services,
    newDatabase: async () => (await createDatabase(cluster.url())).url,
    async [Symbol.asyncDispose]() {
      process.off('exit', endAll);
      for (const service of services) await kill(service);
      await cluster.stop('immediate');
      await rm(folder, { recursive: true });
    },
  };
}

interface EvalsOptions {
  readonly database: string;
  /** The application_name of the worker's connections. */
  readonly name: string;
  readonly role: 'all' | 'api' | 'worker';
  readonly env?: Readonly<Record<string, string>>;
}

export async function startEvals(
  environment: Environment,
  options: EvalsOptions,
): Promise<Service> {
  const { database, name, role, env = {} } = options;
  const service = await startService('evals', {
    DATABASE_URL: `${database}?application_name=${name}`,
    EVALS_ROLE: role,
    MAX_ATTEMPTS: '100000',
    MAX_TURNS: '1000000',
    MAX_CONCURRENCY: '10000',
    REQUESTS_PER_MINUTE: '100000',
    ...env,
  });
  environment.services.add(service);
  return service;
}

/** Kills the service with SIGKILL and removes its folder. */
export async function kill(service: Service): Promise<void> {
  service.process.kill('SIGKILL');
  await service[Symbol.asyncDispose]();
}

export function hasExited({ process: child }: Pick<Service, 'process'>): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
