import { createDatabase, type Database } from '@assay/postgres';
import { env } from 'node:process';

/** Creates a database and runs these statements in it. */
export function freshDatabase(sql = ''): Promise<Database> {
  const server = env['DATABASE_URL'];
  if (!server) throw new Error('run with npm test: it starts the PostgreSQL that this needs');
  return createDatabase(server, { sql });
}
