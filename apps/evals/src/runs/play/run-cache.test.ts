import type { SqlExecutor } from '../../db/connection/sql.ts';
import { AppError } from '@fairtrial/contracts';
import type { Run } from '../../entities/run.ts';
import assert from 'node:assert/strict';
import { it, mock } from 'node:test';
import { toPlanText } from '../../db/runs/plan-text.ts';
import { examplePlan, exampleRun } from '../../testing/example-rows.ts';
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
    createUser: () => assert.fail('no user is simulated'),
    signal: new AbortController().signal,
  });
  assert.equal((await runs.acquire(run.id))?.run.id, run.id);
  assert.equal(queries, 2);
});

it('the run cache keeps the endpoint of a run between two attempts that are separate jobs', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    const budgeted = exampleRun({ plan: examplePlan({ budget: { calls: 9 } }) });
    assert.equal(await countEndpoints(budgeted, 0), 1);
    assert.equal(await countEndpoints(budgeted, 60_000), 2, 'but not for ever');
    assert.equal(await countEndpoints(exampleRun(), 0), 2, 'and not if its lanes are jobs');
  } finally {
    mock.timers.reset();
  }
});

/** Number of endpoints created for two lanes, of which the second starts this long after the first. */
async function countEndpoints(run: Run, pauseMs: number): Promise<number> {
  let created = 0;
  const runs = createRunCache({
    tx: {
      executeSql: () =>
        Promise.resolve({ rows: [{ ...run, plan: toPlanText(run.plan), partner_id: null }] }),
    },
    createUser: () => assert.fail('no user is simulated'),
    createEndpoint: () => {
      created += 1;
      return { call: () => assert.fail('no call is made'), protocol: 'openai' };
    },
    signal: new AbortController().signal,
  });
  await runs.acquire(run.id);
  runs.release(run.id);
  mock.timers.tick(pauseMs);
  await runs.acquire(run.id);
  return created;
}
