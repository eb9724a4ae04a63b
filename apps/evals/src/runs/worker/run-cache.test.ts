import { AppError } from '@assay/contracts';
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { exampleRun } from '../../testing/example-rows.ts';
import type { Tx } from '../../db/connection/tx.ts';
import { createRunCache } from './run-cache.ts';

it('a run is waited for while the database is away', async () => {
  const run = exampleRun();
  let asked = 0;
  const tx: Tx = {
    executeSql() {
      asked += 1;
      return asked === 1
        ? Promise.reject(new AppError('database_unavailable', 'away'))
        : Promise.resolve({ rows: [{ ...run, plan: run.plan }] });
    },
  };
  const endpoint = { call: () => assert.fail('nobody asks'), protocol: 'openai' as const };
  const runs = createRunCache({
    tx,
    createEndpoint: () => endpoint,
    signal: new AbortController().signal,
  });
  assert.equal((await runs.take(run.id))?.run.id, run.id);
  assert.equal(asked, 2);
});
