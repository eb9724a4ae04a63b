import { AgentResponseMessage, Problem } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { chat } from '../../support/calls/chat.ts';
import { startService, type Service } from '../../support/services/start-service.ts';

const HELLO = [{ role: 'user', content: 'Hello' }];

describe('the fallback model', () => {
  let simulator: Service;
  let agent: Service;

  before(async () => {
    simulator = await startService('simulator');
    agent = await startService('agent', {
      HUB_BASE_URL: `${simulator.url}/v1`,
      FALLBACK_MODEL: 'sim/echo',
    });
  });
  after(async () => {
    await agent[Symbol.asyncDispose]();
    await simulator[Symbol.asyncDispose]();
  });

  const complete = (model: string, stream: boolean, headers = {}): Promise<Response> =>
    fetch(`${agent.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ model, stream, messages: HELLO }),
    });

  it('answers for a model that fails, and every answer names it', async () => {
    for (const modelId of ['fault/status-500', 'fault/reset-before']) {
      const { body, headers } = await chat(agent, { modelId });
      const { content, response_metadata: told } = AgentResponseMessage.parse(body);
      assert.deepEqual([content, told.model_name], ['Hello', 'sim/echo']);
      assert.equal(headers.get('x-model-used'), 'sim/echo');
    }
    const whole = await complete('fault/status-500', false);
    const completion = (await whole.json()) as { model: string };
    assert.deepEqual(
      [completion.model, whole.headers.get('x-model-used')],
      ['sim/echo', 'sim/echo'],
    );
    const streamed = await complete('fault/status-500', true);
    assert.equal(streamed.headers.get('x-model-used'), 'sim/echo');
    const models = [...(await streamed.text()).matchAll(/"model":"([^"]*)"/g)].map(([, id]) => id);
    assert.ok(models.length > 2);
    assert.deepEqual(new Set(models), new Set(['sim/echo']));
  });

  it('does not answer for an unknown model, a wrong key or a refused request', async () => {
    for (const [modelId, code] of [
      ['quirk/status-404', 'model_unavailable'],
      ['quirk/status-401', 'provider_auth'],
      ['fault/status-400', 'provider_error'],
    ] as const) {
      const { status, body } = await chat(agent, { modelId });
      assert.deepEqual([status, Problem.parse(body).code], [502, code], modelId);
      assert.notEqual((await complete(modelId, false)).status, 200, modelId);
    }
  });

  it('does not answer if x-model-fallback is none; other values are refused', async () => {
    const none = { 'x-model-fallback': 'none' };
    const modelId = 'fault/status-500';
    assert.equal((await chat(agent, { modelId, headers: none })).status, 502);
    for (const stream of [false, true]) {
      assert.equal((await complete(modelId, stream, none)).status, 502);
      assert.equal((await complete(modelId, stream, { 'x-model-fallback': 'no' })).status, 400);
    }
  });
});
