import { createDatabase, type Template } from '@fairtrial/postgres';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { env } from 'node:process';
import { migrate } from '../db/connection/migrate.ts';
import { makePartitions } from '../db/partitions/make-partitions.ts';
import { openDatabase, type Database } from '../db/connection/open-database.ts';

/** A fresh database with all tables; deleted when it is closed. */
export async function exampleDatabase(connections: number): Promise<Database> {
  return openFresh({ connections }, { source: await readSources(), fill: makeTables });
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
  await makePartitions(database, 'day');
}

/** What makes the tables. */
async function readSources(): Promise<string> {
  const folders = ['../../migrations/', '../db/connection/', '../db/partitions/'];
  const files = folders
    .map((folder) => new URL(folder, import.meta.url))
    .flatMap((url) => readdirSync(url).map((name) => new URL(name, url)));
  const texts = files.map((file) => readFile(file, 'utf8'));
  return `tables of\n${(await Promise.all(texts)).join('')}`;
}

/** The URL of the PostgreSQL that the tests share. */
export function serverUrl(): string {
  const server = env['DATABASE_URL'];
  if (!server) throw new Error('run with npm test: it starts the PostgreSQL that this needs');
  return server;
}
