/**
 * Starts one PostgreSQL for a whole test run (`node --test-global-setup`): the server in DATABASE_URL, else one from
 * npm that lives as long as the run. Each test file creates its own database.
 */
import { startCluster, type Cluster } from '@assay/postgres';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env } from 'node:process';
import { fileURLToPath } from 'node:url';

const COMPILE_CACHE = fileURLToPath(
  new URL('../../../node_modules/.cache/compiled', import.meta.url),
);

let running: { readonly cluster: Cluster; readonly folder: string } | undefined;

export async function globalSetup(): Promise<void> {
  // Hundreds of processes are started from the same files.
  env['NODE_COMPILE_CACHE'] ??= COMPILE_CACHE;
  if (env['DATABASE_URL']) return;
  const folder = await mkdtemp(join(tmpdir(), 'assay-postgres-run-'));
  const cluster = await startCluster({ folder, settings: { max_connections: '300' } });
  env['DATABASE_URL'] = cluster.url();
  running = { cluster, folder };
}

export async function globalTeardown(): Promise<void> {
  if (running === undefined) return;
  await running.cluster.stop();
  await rm(running.folder, { recursive: true });
}
