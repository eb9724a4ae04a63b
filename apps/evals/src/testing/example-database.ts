import { createDatabase } from '@assay/postgres';
import { env } from 'node:process';
import { migrate } from '../db/connection/migrate.ts';
import { ensureListIndexes } from '../db/lists/ensure-list-indexes.ts';
import { makePartitions } from '../db/partitions/make-partitions.ts';
import { openDatabase, type Database } from '../db/connection/open-database.ts';

/** A fresh database with all tables; deleted when it is closed. */
export async function exampleDatabase(connections: number): Promise<Database> {
  const database = await emptyDatabase(connections);
  await migrate(database);
  await ensureListIndexes(database);
  await makePartitions(database, 'day');
  return database;
}

/** A fresh database without tables; deleted when it is closed. */
export async function emptyDatabase(
  connections: number,
  options: { readonly statementTimeoutMs?: number } = {},
): Promise<Database> {
  const fresh = await createDatabase(serverUrl(), { sql: '' });
  const database = openDatabase({ url: fresh.url, connections, ...options });
  return {
    ...database,
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]();
      await fresh[Symbol.asyncDispose]();
    },
  };
}

/** The URL of the PostgreSQL that the tests share. */
export function serverUrl(): string {
  const server = env['DATABASE_URL'];
  if (!server) throw new Error('run with npm test: it starts the PostgreSQL that this needs');
  return server;
}
