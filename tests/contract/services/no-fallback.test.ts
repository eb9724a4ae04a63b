import assert from 'node:assert/strict';
import { it } from 'node:test';
import { chat } from '../../support/calls/chat.ts';
import { evaluate, listTurns } from '../../support/calls/evaluate.ts';
import { startService } from '../../support/services/start-service.ts';

it('an evaluation of a model that does not exist or is down fails although FALLBACK_MODEL is set', async () => {
  await using simulator = await startService('simulator');
  await using agent = await startService('agent', {
    HUB_BASE_URL: `${simulator.url}/v1`,
    FALLBACK_MODEL: 'sim/echo',
  });
  await using evals = await startService('evals', { ENDPOINT_RETRIES: '0' });
  for (const model_id of ['sim/missing', 'fault/status-503']) {
    const answer = await evaluate(evals, { endpoint: agent.url, model_id, attempts: 2 });
    assert.equal(answer.message, 'Evaluation completed: 2 of 2 requests failed', model_id);
    for (const { agent_reply, outcome } of listTurns(answer)) {
      assert.equal(agent_reply, 'Request failed');
      assert.equal(outcome, 'endpoint_failed');
    }
    assert.equal(answer.stats['overall']?.mean ?? null, null, 'nothing was scored');
  }
  const answered = await chat(agent, { modelId: 'fault/status-503' });
  assert.equal(answered.status, 200, 'the fallback answers other callers');
});
