import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { migrate } from '../db/connection/migrate.ts';
import { emptyDatabase, exampleDatabase } from '../testing/example-database.ts';
import { exampleRun } from '../testing/example-rows.ts';
import { createQueue, type Job } from './create-queue.ts';

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

it('a heartbeat returns the jobs that still belong to the worker, even if it has fetched a lost one again', async () => {
  await using database = await exampleDatabase(2);
  await using queue = await createQueue({
    database,
    heartbeats: database,
    checkWritable: undefined,
    onError: assert.ifError,
  });
  const fetch = async (): Promise<Job> =>
    (await queue.fetch({ limit: 1, fullProjects: [] }))[0] ?? assert.fail('no job');
  const run = exampleRun();
  await queue.enqueueLanes(database, { runId: run.id, project: run.project }, [randomUUID()]);
  const job = await fetch();
  assert.deepEqual(await queue.touch([job]), new Set([job]));

  await database.executeSql(`update fairtrial_queue.job set state = 'retry' where id = $1`, [
    job.id,
  ]);
  assert.deepEqual(await queue.touch([job]), new Set(), 'it waits for a worker');

  const again = await fetch();
  assert.deepEqual([again.id, again.retryCount], [job.id, job.retryCount + 1]);
  assert.deepEqual(await queue.touch([job]), new Set(), 'another worker has it');
  const results = await Promise.all([job, again, job, again].map((one) => queue.touch([one])));
  assert.deepEqual(
    results.map((held) => held.size),
    [0, 1, 0, 1],
  );
});
