import { RunId } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import { examplePlan, exampleRun } from '../../testing/example-rows.ts';
import { planAgainst } from './plan-against.ts';

test('planAgainst keeps the endpoint secret, which answers hide, in both runs', () => {
  const endpoint = 'http://x/v1?api_key=q7Zk4';
  const run = exampleRun({ plan: examplePlan({ endpoint, against: 'other' }) });
  const second = { id: RunId.parse(randomUUIDv7()), modelId: 'other' };
  const runs = planAgainst(run, second, {
    newId: () => 'id',
    limits: { attempts: 10, interactions: 10, turns: 10 },
    maxConcurrency: 16,
    models: { judges: [], embeddings: undefined },
    prices: {},
    simulated: undefined,
  });
  assert.deepEqual(
    runs.map(({ plan }) => [plan.modelId, plan.endpoint]),
    [
      ['other', endpoint],
      ['m', endpoint],
    ],
  );
});
