import { createClient } from '@fairtrial/client';
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { chat } from '../../support/calls/chat.ts';
import { evaluate, firstInteraction } from '../../support/calls/evaluate.ts';
import {
  startAgentWithStubs,
  type AgentWithStubs,
} from '../../support/services/start-agent-with-stubs.ts';
import { startService, type Service } from '../../support/services/start-service.ts';
import { lastBody } from '../../support/stubs/start-stub.ts';

const MODEL = 'über/模型';

describe('a model with a name beyond ASCII', () => {
  let stubs: AgentWithStubs;
  let evals: Service;

  before(async () => {
    stubs = await startAgentWithStubs();
    evals = await startService('evals', { AGENT_URL: stubs.agent.url });
  });
  after(async () => {
    await evals[Symbol.asyncDispose]();
    await stubs[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    await chat(stubs.agent, { modelId: 'an/other' });
  });

  it('reaches the hub unchanged from a caller that sends it as UTF-8', async () => {
    const modelId = Buffer.from(MODEL).toString('latin1');
    assert.equal((await chat(stubs.agent, { modelId })).status, 200);
    assert.equal(lastBody(stubs.hub).model, MODEL);
  });

  it('reaches the hub unchanged from a run through the agent backend', async () => {
    const answer = await evaluate(evals, { endpoint: stubs.agent.url, model_id: MODEL });
    assert.equal(firstInteraction(answer).agent_reply, 'from the hub');
    assert.equal(lastBody(stubs.hub).model, MODEL);
  });

  it('reaches the hub unchanged from the client, also through the evaluation service', async () => {
    const messages = [{ type: 'human' as const, content: 'Hello' }];
    for (const agentUrl of [stubs.agent.url, `${evals.url}/agent`]) {
      const { agent } = createClient({ baseUrl: evals.url, agentUrl });
      await agent.request('POST /', { body: { messages }, headers: { 'x-model-id': MODEL } });
      assert.equal(lastBody(stubs.hub).model, MODEL, agentUrl);
      await chat(stubs.agent, { modelId: 'an/other' });
    }
  });
});
