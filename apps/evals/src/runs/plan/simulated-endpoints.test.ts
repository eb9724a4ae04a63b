import { EvaluationRequest } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { RunPlan } from '../../entities/run.ts';
import { planRun } from './plan-run.ts';

function plan(endpoint: string): RunPlan {
  const posted = { interactions: [{ user_message: 'a', reference_reply: 'b' }] };
  const request = EvaluationRequest.parse({ endpoint, model_id: 'm', test_batch: posted });
  const { test_batch = [] } = request;
  return planRun(
    { ...request, test_batch, target: undefined },
    {
      newId: () => 'id',
      limits: { attempts: 1, interactions: 1, turns: 1 },
      maxConcurrency: 8,
      models: { judges: ['sim/judge'], embeddings: undefined },
      prices: {},
      simulated: { addresses: ['http://127.0.0.1:9100/v1', 'http://127.0.0.1:8000'] },
    },
  );
}

it('a run is simulated if its endpoint is, under any name of this machine', () => {
  for (const endpoint of [
    'http://127.0.0.1:8000/',
    'http://localhost:9100/v1',
    'http://[::1]:8000',
  ]) {
    assert.deepEqual([plan(endpoint).isSimulated, plan(endpoint).warnings], [true, []], endpoint);
  }
});

it('a run against another endpoint is not simulated and warns about the simulated judge', () => {
  for (const endpoint of ['http://127.0.0.1:11434/v1', 'https://models.example.com:8000/']) {
    const { isSimulated, warnings } = plan(endpoint);
    assert.equal(isSimulated, false, endpoint);
    assert.match(warnings.join(), /^the judge is simulated, so its scores of this endpoint mean/);
  }
});
