import { AppError } from '@assay/contracts';
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { toPlanText } from '../../db/runs/plan-text.ts';
import { exampleRun } from '../../testing/example-rows.ts';
import { awaitAnswer } from './await-answer.ts';

it('a caller that waits for the result of a run gets it although the database is unavailable at first', async () => {
  const run = exampleRun({ state: 'failed' });
  let queries = 0;
  const services = {
    database: {
      executeSql() {
        queries += 1;
        return queries === 1
          ? Promise.reject(new AppError('database_unavailable', 'away'))
          : Promise.resolve({ rows: [{ ...run, plan: toPlanText(run.plan) }] });
      },
    },
    completions: { wait: () => Promise.resolve(), onNotification() {}, catchUp() {} },
    closing: new AbortController().signal,
  };
  const answer = awaitAnswer(services, run.id, new AbortController().signal);
  await assert.rejects(answer, { message: `run ${run.id} could not be completed` });
});
