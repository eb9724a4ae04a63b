import { createDatabase, type Template } from '@assay/postgres';
import { readdir, readFile } from 'node:fs/promises';
import { env } from 'node:process';
import { migrate } from '../db/connection/migrate.ts';
import { ensureListIndexes } from '../db/lists/ensure-list-indexes.ts';
import { makePartitions } from '../db/partitions/make-partitions.ts';
import { openDatabase, type Database } from '../db/connection/open-database.ts';

/** A fresh database with all tables; deleted when it is closed. */
export async function exampleDatabase(connections: number): Promise<Database> {
  return openFresh({ connections }, { source: await readMigrations(), fill: makeTables });
}

/** A fresh database without tables; deleted when it is closed. */
export async function emptyDatabase(
  connections: number,
  options: { readonly statementTimeoutMs?: number } = {},
): Promise<Database> {
  return openFresh({ connections, ...options });
}

async function openFresh(
  options: { readonly connections: number; readonly statementTimeoutMs?: number },
  template?: Template,
): Promise<Database> {
  const fresh = await createDatabase(serverUrl(), template);
  const database = openDatabase({ url: fresh.url, ...options });
  return {
    ...database,
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]();
      await fresh[Symbol.asyncDispose]();
    },
  };
}

async function makeTables(url: string): Promise<void> {
  await using database = openDatabase({ url, connections: 1 });
  await migrate(database);
  await ensureListIndexes(database);
  await makePartitions(database, 'day');
}

const MIGRATIONS = new URL('../../migrations/', import.meta.url);

async function readMigrations(): Promise<string> {
  const names = (await readdir(MIGRATIONS)).toSorted();
  const texts = names.map((name) => readFile(new URL(name, MIGRATIONS), 'utf8'));
  return `tables of\n${(await Promise.all(texts)).join('')}`;
}

/** The URL of the PostgreSQL that the tests share. */
export function serverUrl(): string {
  const server = env['DATABASE_URL'];
  if (!server) throw new Error('run with npm test: it starts the PostgreSQL that this needs');
  return server;
}
