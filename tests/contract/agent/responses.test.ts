import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import OpenAI from 'openai';
import { startService, type Service } from '../../support/services/start-service.ts';

describe('the Responses interface of the agent backend', () => {
  let simulator: Service;
  let agent: Service;
  let openai: OpenAI;

  before(async () => {
    simulator = await startService('simulator');
    agent = await startService('agent', { HUB_BASE_URL: `${simulator.url}/v1` });
    openai = new OpenAI({ baseURL: `${agent.url}/v1`, apiKey: 'none', maxRetries: 0 });
  });
  after(async () => {
    await agent[Symbol.asyncDispose]();
    await simulator[Symbol.asyncDispose]();
  });

  it('runs its own tools, and leaves the caller’s tools to the caller', async () => {
    const model = 'sim/echo';
    const own = await openai.responses.create({ model, input: 'Please search the date' });
    assert.match(own.output_text, /^I looked it up: \w+day/);
    assert.deepEqual(
      own.output.map(({ type }) => type),
      ['message'],
    );
    const tools = [
      { type: 'function' as const, name: 'web_search', parameters: {}, strict: false },
    ];
    const theirs = await openai.responses.create({ model, tools, input: 'Please search it' });
    const [call] = theirs.output;
    assert.ok(call?.type === 'function_call' && call.name === 'web_search');
  });

  it('forwards no image URL that a provider would have to fetch from a private network', async () => {
    for (const image_url of ['http://169.254.169.254/x', 'file:///etc/passwd']) {
      const image = { type: 'input_image' as const, image_url, detail: 'auto' as const };
      for (const item of [
        { role: 'user' as const, content: [image] },
        { type: 'function_call_output' as const, call_id: 'c', output: [image] },
      ]) {
        await assert.rejects(
          openai.responses.create({ model: 'sim/echo', input: [item] }),
          (error) =>
            error instanceof OpenAI.BadRequestError && /only data: addresses/.test(error.message),
        );
      }
    }
  });

  it('answers a repeated request with the same Idempotency-Key with the same response', async () => {
    const ask = (input: string): Promise<OpenAI.Responses.Response> =>
      openai.responses.create(
        { model: 'sim/echo', input },
        { headers: { 'idempotency-key': 'one' } },
      );
    const first = await ask('Hello');
    assert.equal((await ask('Hello')).id, first.id);
    await assert.rejects(ask('Bye'), OpenAI.BadRequestError);
  });

  it('ends a stream that fails after its start with an error that the official client throws', async () => {
    const asked = { model: 'quirk/stream-cut', input: 'one two three', stream: true } as const;
    await assert.rejects(async () => {
      for await (const event of await openai.responses.create(asked)) assert.ok(event);
    }, /cut off/);
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
