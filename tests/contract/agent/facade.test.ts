import { AgentResponseMessage } from '@assay/contracts';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import OpenAI from 'openai';
import { chat } from '../../support/calls/chat.ts';
import { FINE_TUNED } from '../../support/services/start-agent-with-stubs.ts';
import { startService, type Service } from '../../support/services/start-service.ts';

const HELLO = [{ role: 'user' as const, content: 'one two three' }];
const CALLER_TOOL = {
  type: 'function' as const,
  function: { name: 'web_search', parameters: { type: 'object', properties: {} } },
};

describe('the OpenAI facade', () => {
  let simulator: Service;
  let agent: Service;
  let openai: OpenAI;

  before(async () => {
    simulator = await startService('simulator');
    agent = await startService('agent', {
      HUB_BASE_URL: `${simulator.url}/v1`,
      STUDIO_BASE_URL: `${simulator.url}/v1`,
      STUDIO_MODELS: `support-de=${FINE_TUNED}`,
      MODEL_ALIASES: 'fast=sim/echo',
    });
    openai = new OpenAI({ baseURL: `${agent.url}/v1`, apiKey: 'none', maxRetries: 0 });
  });
  after(async () => {
    await agent[Symbol.asyncDispose]();
    await simulator[Symbol.asyncDispose]();
  });

  it('answers the official client, for hub and fine-tuned models', async () => {
    for (const model of ['sim/echo', FINE_TUNED]) {
      const completion = await openai.chat.completions.create({ model, messages: HELLO });
      assert.equal(completion.model, model);
      assert.equal(completion.choices[0]?.finish_reason, 'stop');
      assert.ok((completion.choices[0]?.message.content ?? '').length > 0);
      assert.equal(completion.usage?.prompt_tokens, 3);
    }
  });

  it('forwards no image URL that a provider would have to fetch from a private network', async () => {
    const withImage = (url: string) => ({
      role: 'user' as const,
      content: [
        { type: 'text' as const, text: 'What is this?' },
        { type: 'image_url' as const, image_url: { url } },
      ],
    });
    for (const url of ['http://169.254.169.254/x', 'https://localhost/x', 'file:///etc/passwd']) {
      for (const stream of [false, true]) {
        await assert.rejects(
          openai.chat.completions.create({ model: 'sim/echo', messages: [withImage(url)], stream }),
          (error) =>
            error instanceof OpenAI.BadRequestError && /only data: addresses/.test(error.message),
        );
      }
    }
    for (const url of ['data:image/png;base64,AAAA', 'https://images.example.com/cat.png']) {
      const messages = [withImage(url)];
      const completion = await openai.chat.completions.create({ model: 'sim/echo', messages });
      assert.equal(completion.choices[0]?.finish_reason, 'stop');
    }
  });

  it('streams to the official client, with usage in the last chunk if requested', async () => {
    const options = { model: 'sim/echo', messages: HELLO, stream: true } as const;
    for (const include_usage of [true, false]) {
      const stream = await openai.chat.completions.create({
        ...options,
        stream_options: { include_usage },
      });
      let text = '';
      let usage: number | undefined;
      let finish: string | undefined;
      for await (const chunk of stream) {
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
    const own = await openai.chat.completions.create({
      model: 'sim/echo',
      messages: [{ role: 'user', content: 'Please search the date' }],
    });
    assert.match(own.choices[0]?.message.content ?? '', /^I looked it up: \w+day/);
    const messages = [{ role: 'user' as const, content: 'Please search the weather' }];
    const tools = [CALLER_TOOL];
    const first = await openai.chat.completions.create({ model: 'sim/echo', messages, tools });
    assert.equal(first.choices[0]?.finish_reason, 'tool_calls');
    const [call] = first.choices[0]?.message.tool_calls ?? [];
    assert.ok(call?.type === 'function' && call.function.name === 'web_search');
    const second = await openai.chat.completions.create({
      model: 'sim/echo',
      tools,
      messages: [
        ...messages,
        { role: 'assistant', content: null, tool_calls: [call] },
        { role: 'tool', tool_call_id: call.id, content: 'sunny' },
      ],
    });
    assert.equal(second.choices[0]?.message.content, 'I looked it up: sunny');
    const streamed = openai.chat.completions.stream({ model: 'sim/echo', messages, tools });
    const { choices } = await streamed.finalChatCompletion();
    assert.equal(choices[0]?.message.tool_calls?.[0]?.type, 'function');
  });

  it('accepts the history of clients, including null fields and a tool named like a built-in one', async () => {
    const completion = await openai.chat.completions.create({
      model: 'sim/echo',
      tool_choice: 'auto',
      tools: [{ type: 'function', function: { name: 'current_time' } }],
      messages: [
        { role: 'user', content: 'Hi', name: 'ann' },
        { role: 'assistant', content: 'Hello', tool_calls: null, refusal: null } as never,
        { role: 'user', content: 'Please search it' },
      ],
    });
    const [call] = completion.choices[0]?.message.tool_calls ?? [];
    assert.ok(call?.type === 'function' && call.function.name === 'current_time', 'the caller’s');
  });

  it('forwards parameters and system messages', async () => {
    await fetch(`${simulator.url}/ledger`, { method: 'DELETE' });
    const completion = await openai.chat.completions.create({
      model: 'sim/echo',
      temperature: 0,
      messages: [
        { role: 'system', content: 'Be brief' },
        { role: 'user', content: [{ type: 'text', text: 'parts' }] },
      ],
    });
    assert.equal(completion.choices[0]?.message.content, 'parts');
  });

  it('reports errors in OpenAI’s format', async () => {
    const create = (body: object): Promise<unknown> =>
      openai.chat.completions.create({
        model: 'sim/echo',
        messages: HELLO,
        ...body,
      } as never);
    await assert.rejects(create({ model: 'gpt-4' }), (error: unknown) => {
      assert.ok(error instanceof OpenAI.BadRequestError);
      assert.equal(error.code, 'invalid_model_id');
      return true;
    });
    await assert.rejects(create({ messages: [] }), (error: unknown) => {
      assert.ok(error instanceof OpenAI.BadRequestError);
      assert.deepEqual([error.param, error.type], ['messages', 'invalid_request_error']);
      return true;
    });
    await assert.rejects(
      create({ model: 'quirk/status-401' }),
      /502 the model provider refused the API key/,
    );
    await assert.rejects(create({ model: 'fault/status-429' }), OpenAI.RateLimitError);
    const dangling = [...HELLO, { role: 'tool', tool_call_id: 'x', content: 'y' }];
    await assert.rejects(
      create({ model: 'quirk/strict-tools', messages: dangling }),
      OpenAI.BadRequestError,
    );
    const stream = await openai.chat.completions.create({
      model: 'quirk/stream-cut',
      messages: HELLO,
      stream: true,
    });
    await assert.rejects(async () => {
      for await (const chunk of stream) assert.ok(chunk);
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
    const { data } = await openai.models.list();
    const ids = data.map(({ id }) => id);
    assert.ok(ids.includes('sim/v1') && ids.includes(FINE_TUNED), ids.join());
    for (const id of ['sim/v1', FINE_TUNED]) {
      assert.equal((await openai.models.retrieve(id)).id, id);
      const plain = await fetch(`${agent.url}/v1/models/${id}`);
      assert.deepEqual(
        await plain.json(),
        data.find((model) => model.id === id),
      );
    }
  });

  it('accepts an alias for a model, lists it, and answers with the name of the model', async () => {
    const alias = await openai.models.retrieve('fast');
    assert.deepEqual(alias, {
      id: 'fast',
      object: 'model',
      created: 0,
      owned_by: 'alias',
      alias_of: 'sim/echo',
    });
    const completion = await openai.chat.completions.create({ model: 'fast', messages: HELLO });
    assert.equal(completion.model, 'sim/echo');
    const { body, headers } = await chat(agent, { modelId: 'fast' });
    assert.equal(AgentResponseMessage.parse(body).response_metadata.model_name, 'sim/echo');
    assert.equal(headers.get('x-model-used'), 'sim/echo');
  });
});
