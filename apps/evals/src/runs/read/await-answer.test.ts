import { AppError } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { toPlanText } from '../../db/runs/plan-text.ts';
import { exampleRun } from '../../testing/example-rows.ts';
import { awaitAnswer } from './await-answer.ts';

/** The first query, and the one for a run without a result. */
const UNAVAILABLE: ReadonlySet<number> = new Set([1, 5]);

it('a caller that waits for a run is told how it ended although the database is unavailable at each step', async () => {
  const run = exampleRun({ state: 'failed' });
  let queries = 0;
  const services = {
    database: {
      executeSql() {
        queries += 1;
        return UNAVAILABLE.has(queries)
          ? Promise.reject(new AppError('database_unavailable', 'away'))
          : Promise.resolve({ rows: [{ ...run, plan: toPlanText(run.plan) }] });
      },
    },
    completions: { wait: () => Promise.resolve(), onNotification() {}, catchUp() {} },
    closing: new AbortController().signal,
  };
  const answer = awaitAnswer(services, run.id, new AbortController().signal);
  await assert.rejects(answer, { message: `run ${run.id} could not be completed` });
  assert.equal(queries, 8);
});
