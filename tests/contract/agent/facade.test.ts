import { AgentResponseMessage } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { chat } from '../../support/calls/chat.ts';
import { complete, streamCompletion, type Completion } from '../../support/calls/openai.ts';
import { FINE_TUNED } from '../../support/services/start-agent-with-stubs.ts';
import { startService, type Service } from '../../support/services/start-service.ts';

const HELLO = [{ role: 'user', content: 'one two three' }];
const CALLER_TOOL = {
  type: 'function',
  function: { name: 'web_search', parameters: { type: 'object', properties: {} } },
};

describe('the OpenAI facade', () => {
  let simulator: Service;
  let agent: Service;

  before(async () => {
    simulator = await startService('simulator');
    agent = await startService('agent', {
      HUB_BASE_URL: `${simulator.url}/v1`,
      STUDIO_BASE_URL: `${simulator.url}/v1`,
      STUDIO_MODELS: `support-de=${FINE_TUNED}`,
      MODEL_ALIASES: 'fast=sim/echo',
    });
  });
  after(async () => {
    await agent[Symbol.asyncDispose]();
    await simulator[Symbol.asyncDispose]();
  });

  const ask = (body: object): Promise<Completion> =>
    complete(agent, { model: 'sim/echo', messages: HELLO, ...body });

  async function getModels(path: string): Promise<unknown> {
    return (await fetch(`${agent.url}/v1/models${path}`)).json();
  }

  it('answers for hub and fine-tuned models', async () => {
    for (const model of ['sim/echo', FINE_TUNED]) {
      const completion = await ask({ model });
      assert.equal(completion.model, model);
      assert.equal(completion.choices[0]?.finish_reason, 'stop');
      assert.ok((completion.choices[0]?.message.content ?? '').length > 0);
      assert.equal(completion.usage?.prompt_tokens, 3);
    }
  });

  it('forwards no image URL that a provider would have to fetch from a private network', async () => {
    const withImage = (url: string) => ({
      role: 'user',
      content: [
        { type: 'text', text: 'What is this?' },
        { type: 'image_url', image_url: { url } },
      ],
    });
    for (const url of ['http://169.254.169.254/x', 'https://localhost/x', 'file:///etc/passwd']) {
      for (const stream of [false, true]) {
        await assert.rejects(ask({ messages: [withImage(url)], stream }), {
          status: 400,
          message: /only data: addresses/,
        });
      }
    }
    for (const url of ['data:image/png;base64,AAAA', 'https://images.example.com/cat.png']) {
      const completion = await ask({ messages: [withImage(url)] });
      assert.equal(completion.choices[0]?.finish_reason, 'stop');
    }
  });

  it('streams, with usage in the last chunk if requested', async () => {
    for (const include_usage of [true, false]) {
      const asked = { model: 'sim/echo', messages: HELLO, stream_options: { include_usage } };
      let text = '';
      let usage: number | undefined;
      let finish: string | undefined;
      for await (const chunk of streamCompletion(agent, asked)) {
        text += chunk.choices[0]?.delta.content ?? '';
        usage = chunk.usage?.total_tokens ?? usage;
        finish = chunk.choices[0]?.finish_reason ?? finish;
      }
      assert.deepEqual(
        [text, usage, finish],
        ['one two three', include_usage ? 6 : undefined, 'stop'],
      );
    }
  });

  it('runs its own tools, and leaves the caller’s tools to the caller', async () => {
    const own = await ask({ messages: [{ role: 'user', content: 'Please search the date' }] });
    assert.match(own.choices[0]?.message.content ?? '', /^I looked it up: \w+day/);
    const messages = [{ role: 'user', content: 'Please search the weather' }];
    const tools = [CALLER_TOOL];
    const first = await ask({ messages, tools });
    assert.equal(first.choices[0]?.finish_reason, 'tool_calls');
    const [call] = first.choices[0]?.message.tool_calls ?? [];
    assert.ok(call?.type === 'function' && call.function.name === 'web_search');
    const second = await ask({
      tools,
      messages: [
        ...messages,
        { role: 'assistant', content: null, tool_calls: [call] },
        { role: 'tool', tool_call_id: call.id, content: 'sunny' },
      ],
    });
    assert.equal(second.choices[0]?.message.content, 'I looked it up: sunny');
    const streamed: unknown[] = [];
    for await (const { choices } of streamCompletion(agent, { model: 'sim/echo', messages, tools }))
      streamed.push(...choices);
    assert.match(JSON.stringify(streamed), /"tool_calls":\[\{[^\]]*"type":"function"/);
  });

  it('accepts the history of clients, including null fields and a tool named like a built-in one', async () => {
    const completion = await ask({
      tool_choice: 'auto',
      tools: [{ type: 'function', function: { name: 'current_time' } }],
      messages: [
        { role: 'user', content: 'Hi', name: 'ann' },
        { role: 'assistant', content: 'Hello', tool_calls: null, refusal: null },
        { role: 'user', content: 'Please search it' },
      ],
    });
    const [call] = completion.choices[0]?.message.tool_calls ?? [];
    assert.ok(call?.type === 'function' && call.function.name === 'current_time', 'the caller’s');
  });

  it('forwards parameters and system messages', async () => {
    await fetch(`${simulator.url}/ledger`, { method: 'DELETE' });
    const completion = await ask({
      temperature: 0,
      messages: [
        { role: 'system', content: 'Be brief' },
        { role: 'user', content: [{ type: 'text', text: 'parts' }] },
      ],
    });
    assert.equal(completion.choices[0]?.message.content, 'parts');
  });

  it('reports errors in OpenAI’s format', async () => {
    const dangling = [...HELLO, { role: 'tool', tool_call_id: 'x', content: 'y' }];
    for (const [body, error] of [
      [{ model: 'gpt-4' }, { status: 400, code: 'invalid_model_id' }],
      [{ messages: [] }, { status: 400, param: 'messages', type: 'invalid_request_error' }],
      [{ model: 'quirk/status-401' }, { status: 502, message: /refused the API key/ }],
      [{ model: 'fault/status-429' }, { status: 429 }],
      [{ model: 'quirk/strict-tools', messages: dangling }, { status: 400 }],
    ] as const) {
      await assert.rejects(ask(body), error, JSON.stringify(body));
    }
    await assert.rejects(async () => {
      const asked = { model: 'quirk/stream-cut', messages: HELLO };
      for await (const chunk of streamCompletion(agent, asked)) assert.ok(chunk);
    }, /cut off/);
  });

  it('refuses unknown paths, methods and models like OpenAI', async () => {
    for (const [method, path, status, code] of [
      ['POST', '/v1/embeddings', 404, 'not_found'],
      ['GET', '/v1', 404, 'not_found'],
      ['GET', '/v1/chat/completions', 405, 'method_not_allowed'],
      ['DELETE', '/v1/models/sim/v1', 405, 'method_not_allowed'],
      ['GET', '/v1/models/no/such/model', 404, 'not_found'],
    ] as const) {
      const response = await fetch(agent.url + path, { method });
      const { error } = (await response.json()) as { error: { code: string; type: string } };
      assert.deepEqual(
        [response.status, error.code, error.type],
        [status, code, 'invalid_request_error'],
        path,
      );
      assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
    }
  });

  it('lists the models of the hub and the fine-tuned ones, and returns each by its id', async () => {
    const { data } = (await getModels('')) as { data: readonly { id: string }[] };
    const ids = data.map(({ id }) => id);
    assert.ok(ids.includes('sim/v1') && ids.includes(FINE_TUNED), ids.join());
    for (const id of ['sim/v1', FINE_TUNED]) {
      assert.deepEqual(
        await getModels(`/${id}`),
        data.find((model) => model.id === id),
      );
    }
  });

  it('accepts an alias for a model, lists it, and answers with the name of the model', async () => {
    assert.deepEqual(await getModels('/fast'), {
      id: 'fast',
      object: 'model',
      created: 0,
      owned_by: 'alias',
      alias_of: 'sim/echo',
    });
    const completion = await ask({ model: 'fast' });
    assert.equal(completion.model, 'sim/echo');
    const { body, headers } = await chat(agent, { modelId: 'fast' });
    assert.equal(AgentResponseMessage.parse(body).response_metadata.model_name, 'sim/echo');
    assert.equal(headers.get('x-model-used'), 'sim/echo');
  });
});
