import { createDatabase } from '@assay/postgres';
import assert from 'node:assert/strict';
import { env } from 'node:process';
import { it } from 'node:test';
import { migrate } from '../db/connection/migrate.ts';
import { openDatabase } from '../db/connection/open-database.ts';
import { createQueue } from './create-queue.ts';

it('processes that start together on an empty database all get a queue', async () => {
  await using fresh = await createDatabase(env['DATABASE_URL'] ?? '', { sql: '' });
  const startProcess = async (): Promise<void> => {
    await using database = openDatabase({ url: fresh.url, connections: 2 });
    await migrate(database);
    const options = { database, checkWritable: undefined, onError: assert.ifError };
    await using queue = await createQueue(options);
    assert.deepEqual(await queue.fetch({ limit: 1, fullProjects: [] }), []);
  };
  await Promise.all(Array.from({ length: 4 }, startProcess));
});
