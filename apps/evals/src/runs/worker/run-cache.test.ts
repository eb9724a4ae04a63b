import type { SqlExecutor } from '../../db/connection/sql.ts';
import { AppError } from '@assay/contracts';
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { toPlanText } from '../../db/runs/plan-text.ts';
import { exampleRun } from '../../testing/example-rows.ts';
import { createRunCache } from './run-cache.ts';

it('the run cache waits while the database is unavailable', async () => {
  const run = exampleRun();
  let queries = 0;
  const tx: SqlExecutor = {
    executeSql() {
      queries += 1;
      return queries === 1
        ? Promise.reject(new AppError('database_unavailable', 'away'))
        : Promise.resolve({ rows: [{ ...run, plan: toPlanText(run.plan) }] });
    },
  };
  const endpoint = { call: () => assert.fail('no call is made'), protocol: 'openai' as const };
  const runs = createRunCache({
    tx,
    createEndpoint: () => endpoint,
    signal: new AbortController().signal,
  });
  assert.equal((await runs.acquire(run.id))?.run.id, run.id);
  assert.equal(queries, 2);
});
