import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { respond, textOf, type OpenaiResponse } from '../../support/calls/openai.ts';
import { startService, type Service } from '../../support/services/start-service.ts';

describe('the Responses interface of the agent backend', () => {
  let simulator: Service;
  let agent: Service;

  before(async () => {
    simulator = await startService('simulator');
    agent = await startService('agent', { HUB_BASE_URL: `${simulator.url}/v1` });
  });
  after(async () => {
    await agent[Symbol.asyncDispose]();
    await simulator[Symbol.asyncDispose]();
  });

  it('runs its own tools, and leaves the caller’s tools to the caller', async () => {
    const model = 'sim/echo';
    const own = await respond(agent, { model, input: 'Please search the date' });
    assert.match(textOf(own), /^I looked it up: \w+day/);
    assert.deepEqual(
      own.output.map(({ type }) => type),
      ['message'],
    );
    const tools = [{ type: 'function', name: 'web_search', parameters: {}, strict: false }];
    const theirs = await respond(agent, { model, tools, input: 'Please search it' });
    const [call] = theirs.output;
    assert.deepEqual([call?.type, call?.name], ['function_call', 'web_search']);
  });

  it('forwards no image URL that a provider would have to fetch from a private network', async () => {
    for (const image_url of ['http://169.254.169.254/x', 'file:///etc/passwd']) {
      const image = { type: 'input_image', image_url, detail: 'auto' };
      for (const item of [
        { role: 'user', content: [image] },
        { type: 'function_call_output', call_id: 'c', output: [image] },
      ]) {
        await assert.rejects(respond(agent, { model: 'sim/echo', input: [item] }), {
          status: 400,
          message: /only data: addresses/,
        });
      }
    }
  });

  it('answers a repeated request with the same Idempotency-Key with the same response', async () => {
    const ask = (input: string): Promise<OpenaiResponse> =>
      respond(agent, { model: 'sim/echo', input }, { 'idempotency-key': 'one' });
    const first = await ask('Hello');
    assert.equal((await ask('Hello')).id, first.id);
    await assert.rejects(ask('Bye'), { status: 400 });
  });

  it('ends a stream that fails after its start with an error and a failed response', async () => {
    const asked = { model: 'quirk/stream-cut', input: 'one two three', stream: true };
    const response = await fetch(`${agent.url}/v1/responses`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(asked),
    });
    const names = [...(await response.text()).matchAll(/^event: (.*)$/gm)].map(([, name]) => name);
    assert.deepEqual(names.slice(-2), ['error', 'response.failed']);
  });

  it('has only POST, and no stored responses', async () => {
    for (const [method, path, status] of [
      ['GET', '/v1/responses', 405],
      ['GET', '/v1/responses/resp_1', 404],
      ['DELETE', '/v1/responses/resp_1', 404],
      ['POST', '/v1/responses/resp_1/cancel', 404],
    ] as const) {
      const response = await fetch(agent.url + path, { method });
      const { error } = (await response.json()) as { error: { type: string } };
      assert.deepEqual([response.status, error.type], [status, 'invalid_request_error'], path);
    }
  });
});
