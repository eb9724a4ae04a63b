import { createDatabase, type Database } from '@assay/postgres';
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { env, execPath } from 'node:process';
import { promisify } from 'node:util';

const DIST = join(import.meta.dirname, '../../../dist');

/** Creates a database as `migrate` leaves it: with the tables and the queue of the evaluation service. */
export async function freshDatabase(): Promise<Database> {
  return createDatabase(server(), { source: await readMigrations(), fill: migrate });
}

export function emptyDatabase(): Promise<Database> {
  return createDatabase(server());
}

function server(): string {
  const url = env['DATABASE_URL'];
  if (!url) throw new Error('run with npm test: it starts the PostgreSQL that this needs');
  return url;
}

async function readMigrations(): Promise<string> {
  const folder = join(DIST, 'migrations');
  const names = (await readdir(folder)).toSorted();
  return (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).join('');
}

async function migrate(url: string): Promise<void> {
  const { PATH } = env;
  await promisify(execFile)(execPath, [join(DIST, 'migrate.mjs')], {
    env: { PATH, DATABASE_URL: url },
    cwd: DIST, // so that the developer's .env is not read
  });
}
