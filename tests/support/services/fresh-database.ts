import { createDatabase, type Database } from '@fairtrial/postgres';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { env, execPath } from 'node:process';
import { promisify } from 'node:util';

const DIST = join(import.meta.dirname, '../../../dist');

/** Creates a database as `migrate` leaves it: with the tables and the queue of the evaluation service. */
export async function freshDatabase(): Promise<Database> {
  return createDatabase(server(), { source: await readBuild(), fill: migrate });
}

export function emptyDatabase(): Promise<Database> {
  return createDatabase(server());
}

function server(): string {
  const url = env['DATABASE_URL'];
  if (!url) throw new Error('run with npm test: it starts the PostgreSQL that this needs');
  return url;
}

/** The hash of the build, which has the migrations and the program that applies them. */
function readBuild(): Promise<string> {
  return readFile(join(DIST, '.services.json'), 'utf8');
}

async function migrate(url: string): Promise<void> {
  const { PATH } = env;
  await promisify(execFile)(execPath, [join(DIST, 'migrate.mjs')], {
    env: { PATH, DATABASE_URL: url },
    cwd: DIST, // so that the developer's .env is not read
  });
}
