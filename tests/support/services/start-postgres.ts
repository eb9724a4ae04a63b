/**
 * Prepares a whole test run: builds what is stale, and starts one PostgreSQL, or uses the server in DATABASE_URL. Each
 * test file creates its own database.
 */
import { startCluster, type Cluster } from '@fairtrial/postgres';
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env } from 'node:process';
import { fileURLToPath } from 'node:url';
import { build } from '../../../scripts/build.ts';

const COMPILE_CACHE = fileURLToPath(
  new URL('../../../node_modules/.cache/compiled', import.meta.url),
);

/** The data need not survive a crash of the machine. */
const SETTINGS = { max_connections: '300', fsync: 'off', full_page_writes: 'off' };

let running: { readonly cluster: Cluster; readonly folder: string } | undefined;

export async function prepareTests({ isBuilt = true } = {}): Promise<void> {
  // Hundreds of processes are started from the same files.
  env['NODE_COMPILE_CACHE'] ??= COMPILE_CACHE;
  const steps = await Promise.allSettled([
    ...(isBuilt ? [build()] : []),
    ...(env['DATABASE_URL'] ? [] : [start()]),
  ]);
  const failed = steps.find((step) => step.status === 'rejected');
  if (failed === undefined) return;
  await endTests();
  throw failed.reason;
}

/** Linux's file system in memory: a disk that stalls for seconds must not fail a test. */
const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 4e9;

async function start(): Promise<void> {
  const folder = await mkdtemp(join(await findRoom(), 'fairtrial-postgres-run-'));
  const cluster = await startCluster({ folder, settings: SETTINGS });
  env['DATABASE_URL'] = cluster.url();
  running = { cluster, folder };
}

async function findRoom(): Promise<string> {
  const memory = await statfs(MEMORY).catch(() => undefined);
  return memory && memory.bavail * memory.bsize > ENOUGH_BYTES ? MEMORY : tmpdir();
}

export async function endTests(): Promise<void> {
  if (running === undefined) return;
  await running.cluster.stop();
  await rm(running.folder, { recursive: true });
}
