import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { evaluate, firstInteraction } from '../../support/calls/evaluate.ts';
import { startService, type Service } from '../../support/services/start-service.ts';
import { sendJson, startStub, type Stub } from '../../support/stubs/start-stub.ts';

const unknown = { error: { message: 'The model does not exist', code: 'model_not_found' } };

describe('a model that the agent backend does not have', () => {
  let hub: Stub;
  let agent: Service;
  let evals: Service;

  before(async () => {
    hub = await startStub((_, response) => sendJson(response, unknown, 404));
    agent = await startService('agent', { HUB_BASE_URL: `${hub.url}/v1` });
    evals = await startService('evals');
  });
  after(async () => {
    await evals[Symbol.asyncDispose]();
    await agent[Symbol.asyncDispose]();
    await hub[Symbol.asyncDispose]();
  });

  it('costs a run one request per turn, on both interfaces', async () => {
    for (const endpoint of [agent.url, `${agent.url}/v1`]) {
      const asked = hub.requests.length;
      const answer = await evaluate(evals, { endpoint, model_id: 'no/such', attempts: 3 });
      const { error, agent_reply } = firstInteraction(answer);
      assert.equal(agent_reply, 'Request failed');
      assert.deepEqual([error?.kind, error?.status, error?.tries], ['http', 502, 1], endpoint);
      assert.match(error?.message ?? '', /model_unavailable/);
      assert.equal(hub.requests.length - asked, 3, endpoint);
    }
  });
});
