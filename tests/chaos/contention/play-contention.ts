import { createDatabase, startCluster } from '@fairtrial/postgres';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../../../apps/evals/src/db/connection/migrate.ts';
import {
  openDatabase,
  type Database,
} from '../../../apps/evals/src/db/connection/open-database.ts';
import { makePartitions } from '../../../apps/evals/src/db/partitions/make-partitions.ts';
import { until } from '../../support/services/until.ts';
import { round, type Report } from '../report.ts';
import { playRound } from './play-round.ts';

const CONNECTIONS = 16;

/**
 * Sends the statements that lock and change rows of partitioned tables at once, to few runs in several partitions, as
 * many workers would. PostgreSQL must not crash, and no statement may fail. Uses the PostgreSQL of `DATABASE_URL`, or
 * starts one.
 */
export async function playContention(rounds: number): Promise<Report> {
  await using server = await openServer();
  await using fresh = await createDatabase(server.url);
  await using database = openDatabase({ url: fresh.url, connections: CONNECTIONS });
  await migrate(database);
  await makePartitions(database, 'day');
  const failures = new Map<string, number>();
  let [sent, crashed] = [0, 0];
  const startedAt = performance.now();
  for (let no = 0; no < rounds; no += 1) {
    const hasCrashed = await endsSessions(fresh.url, () =>
      playRound(async (name, statement) => {
        sent += 1;
        try {
          return await statement(database);
        } catch (error) {
          const what = `${name}: ${error instanceof Error ? error.message : String(error)}`;
          failures.set(what, (failures.get(what) ?? 0) + 1);
          return undefined;
        }
      }),
    );
    if (hasCrashed) crashed += 1;
  }
  return {
    name: 'contention',
    figures: {
      postgres: await readVersion(database),
      rounds,
      statements: sent,
      rounds_with_a_crash: crashed,
      seconds: round((performance.now() - startedAt) / 1000),
    },
    breaches: [
      ...(crashed === 0
        ? []
        : [{ promise: 'the database', what: `it crashed in ${crashed} of ${rounds} rounds` }]),
      ...[...failures].map(([what, times]) => ({
        promise: 'statements',
        what: `${what} (${times} times)`,
      })),
    ],
  };
}

async function openServer(): Promise<AsyncDisposable & { readonly url: string }> {
  const { DATABASE_URL: url } = process.env;
  if (url) return { url, [Symbol.asyncDispose]: () => Promise.resolve() };
  const folder = await mkdtemp(join(tmpdir(), 'fairtrial-chaos-'));
  const cluster = await startCluster({ folder, settings: { fsync: 'off' } });
  const end = (): void => {
    if (cluster.pid !== undefined) process.kill(cluster.pid, 'SIGQUIT');
  };
  process.once('exit', end);
  return {
    url: cluster.url(),
    async [Symbol.asyncDispose]() {
      process.off('exit', end);
      await cluster.stop('immediate');
      await rm(folder, { recursive: true });
    },
  };
}

async function readVersion(database: Database): Promise<string> {
  const { rows } = await database.executeSql('show server_version');
  return String(Object.values(rows[0] ?? {})[0]);
}

/** A crash of one session makes PostgreSQL end all others, and start again. */
async function endsSessions(url: string, play: () => Promise<void>): Promise<boolean> {
  let observer: pg.Client | undefined;
  await until('PostgreSQL answers', async () => {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    const isOpen = await client.connect().then(
      () => true,
      () => false,
    );
    if (isOpen) observer = client;
    return isOpen;
  });
  await play();
  const isLost = await observer?.query('select').then(
    () => false,
    () => true,
  );
  await observer?.end();
  return isLost === true;
}
