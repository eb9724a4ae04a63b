import assert from 'node:assert/strict';
import { it } from 'node:test';
import { migrate } from '../db/connection/migrate.ts';
import { emptyDatabase } from '../testing/example-database.ts';
import { createQueue } from './create-queue.ts';

it('processes that start together on an empty database all get a queue', async () => {
  await using database = await emptyDatabase(8);
  const startProcess = async (): Promise<void> => {
    await migrate(database);
    const options = {
      database,
      heartbeats: database,
      checkWritable: undefined,
      onError: assert.ifError,
    };
    await using queue = await createQueue(options);
    assert.deepEqual(await queue.fetch({ limit: 1, fullProjects: [] }), []);
  };
  await Promise.all(Array.from({ length: 4 }, startProcess));
});
