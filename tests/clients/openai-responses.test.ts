import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import OpenAI, { APIError } from 'openai';
import { zodTextFormat } from 'openai/helpers/zod';
import { z } from 'zod';
import { lastBody } from '../support/stubs/start-stub.ts';
import { startAgent, type Agent } from './start-agent.ts';
import type { ChatRequest } from './stubs/chat-request.ts';
import { thoughtOf } from './stubs/thinking.ts';

type Input = OpenAI.Responses.ResponseInputItem[];

const TWO_ROUNDS = 'use current_time {}\nuse current_time {"timezone": "Europe/Paris"}';
const TIMES = /^it says \w+day.* \| \w+day/;
const WEATHER = {
  type: 'function' as const,
  name: 'weather',
  description: 'The weather in a city.',
  parameters: { type: 'object', properties: { city: { type: 'string' } } },
  strict: false,
};
const USE_WEATHER = 'use weather {"city": "Paris"} + weather {"city": "Rome"}';
const MODELS = ['openai/plain', 'google/gemini', 'deepseek/thinker', 'anthropic/claude'];

describe('the openai client with the Responses interface', () => {
  let agent: Agent;
  let openai: OpenAI;

  before(async () => {
    agent = await startAgent();
    openai = new OpenAI({ baseURL: agent.baseURL, apiKey: 'none', maxRetries: 0 });
  });
  after(() => agent[Symbol.asyncDispose]());

  /** Returns the response, whole and streamed. */
  async function askTwice(question: { model: string; input: string | Input; tools?: object[] }) {
    const asked = { ...question, tools: (question.tools ?? []) as OpenAI.Responses.Tool[] };
    const whole = await openai.responses.create(asked);
    const streamed = await openai.responses.stream(asked).finalResponse();
    return [whole, streamed] as const;
  }

  it('receives the same text whole and streamed', async () => {
    const text = ' Two spaces  and\n\nan empty line, ünïcödé and a last one \n';
    for (const response of await askTwice({ model: 'openai/plain', input: text })) {
      assert.equal(response.output_text, text);
      assert.deepEqual([response.status, response.model], ['completed', 'openai/plain']);
      assert.equal(response.usage?.total_tokens, 16);
    }
  });

  it('receives typed events that are numbered, with the text in pieces', async () => {
    const stream = await openai.responses.create({
      model: 'openai/plain',
      input: 'Hello there',
      stream: true,
    });
    const events: OpenAI.Responses.ResponseStreamEvent[] = [];
    for await (const event of stream) events.push(event);
    assert.deepEqual(
      events.map(({ sequence_number }) => sequence_number),
      events.map((_, at) => at),
    );
    const pieces = events.filter((event) => event.type === 'response.output_text.delta');
    assert.ok(pieces.length > 1);
    assert.equal(pieces.map(({ delta }) => delta).join(''), 'Hello there');
    assert.deepEqual(
      events.filter((event) => !pieces.includes(event as never)).map(({ type }) => type),
      [
        'response.created',
        'response.in_progress',
        'response.output_item.added',
        'response.content_part.added',
        'response.output_text.done',
        'response.content_part.done',
        'response.output_item.done',
        'response.completed',
      ],
    );
  });

  for (const model of MODELS) {
    it(`receives an answer from ${model} after two rounds with tools of the agent, whole and streamed`, async () => {
      for (const { output, output_text } of await askTwice({ model, input: TWO_ROUNDS })) {
        assert.match(output_text, TIMES);
        const types = new Set(output.map(({ type }) => type));
        assert.ok(!types.has('function_call'), 'calls of the agent’s own tools are left out');
      }
    });

    it(`answers two parallel tool calls of ${model}, and returns the items unchanged`, async () => {
      const question: Input = [{ role: 'user', content: USE_WEATHER }];
      for (const first of await askTwice({ model, input: question, tools: [WEATHER] })) {
        const calls = first.output.flatMap((item) => (item.type === 'function_call' ? [item] : []));
        assert.deepEqual(
          calls.map(({ name, arguments: args }) => [name, args]),
          [
            ['weather', '{"city": "Paris"}'],
            ['weather', '{"city": "Rome"}'],
          ],
        );
        const results: Input = calls.map(({ call_id }) => ({
          type: 'function_call_output',
          call_id,
          output: 'sun',
        }));
        const input = [...question, ...(first.output as Input), ...results];
        for (const { output_text } of await askTwice({ model, input, tools: [WEATHER] })) {
          assert.equal(output_text, 'it says sun | sun');
        }
      }
    });
  }

  it('continues a conversation with the output of the response before it', async () => {
    const [first] = await askTwice({ model: 'deepseek/thinker', input: 'Hello' });
    const input = [
      { role: 'user' as const, content: 'Hello' },
      ...(first.output as Input),
      { role: 'user' as const, content: [{ type: 'input_text' as const, text: 'And now?' }] },
    ];
    await openai.responses.create({ model: 'deepseek/thinker', input, instructions: 'Be brief.' });
    assert.deepEqual((lastBody(agent.provider) as ChatRequest).messages, [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: 'Hello' },
      { role: 'user', content: 'And now?' },
    ]);
  });

  it('receives the model’s reasoning as a summary, whole and streamed', async () => {
    for (const { output } of await askTwice({ model: 'deepseek/thinker', input: 'Hello' })) {
      const [reasoning, message] = output;
      assert.ok(reasoning?.type === 'reasoning' && message?.type === 'message');
      assert.deepEqual(reasoning.summary, [{ type: 'summary_text', text: thoughtOf(0) }]);
    }
  });

  it('receives parsed structured output, whole and streamed', async () => {
    const City = z.object({ city: z.string(), districts: z.int() });
    const question = {
      model: 'openai/plain',
      input: 'The capital of France?',
      text: { format: zodTextFormat(City, 'city') },
    };
    const expected = { city: 'Paris', districts: 20 };
    assert.deepEqual((await openai.responses.parse(question)).output_parsed, expected);
    const streamed = await openai.responses.stream(question).finalResponse();
    assert.deepEqual(streamed.output_parsed, expected);
  });

  it('forces a tool with tool_choice in the first round only, so that the model can answer', async () => {
    for (const tool_choice of [
      'required' as const,
      { type: 'function' as const, name: 'current_time' },
    ]) {
      const input = 'What time is it?';
      const { output_text } = await openai.responses.create({
        model: 'openai/plain',
        input,
        tool_choice,
      });
      assert.match(output_text, /^it says \w+day/);
    }
  });

  it('is refused what needs stored responses, with the advice to send the whole conversation', async () => {
    for (const [field, value] of Object.entries({
      store: true,
      background: true,
      previous_response_id: 'resp_1',
      conversation: 'conv_1',
      input: [{ type: 'item_reference', id: 'msg_1' }],
    })) {
      const body = { model: 'openai/plain', input: 'Hello', [field]: value };
      await assert.rejects(openai.responses.create(body as never), (error) => {
        assert.ok(error instanceof OpenAI.BadRequestError, field);
        assert.match(error.message, /store: false/);
        assert.ok(error.param?.startsWith(field), String(error.param));
        return true;
      });
    }
    await assert.rejects(openai.responses.retrieve('resp_1'), OpenAI.NotFoundError);
    await assert.rejects(openai.responses.delete('resp_1'), OpenAI.NotFoundError);
  });

  it('is refused a tool that is not a function, by its type', async () => {
    await assert.rejects(
      openai.responses.create({
        model: 'openai/plain',
        input: 'Hello',
        tools: [{ type: 'web_search' }],
      }),
      (error) => error instanceof OpenAI.BadRequestError && /web_search/.test(error.message),
    );
  });

  it('receives the same error for a failed stream as for a whole answer, with its HTTP status', async () => {
    for (const [model, status] of [
      ['openai/status-401', 502],
      ['openai/status-400', 400],
      ['openai/status-501', 502],
    ] as const) {
      for (const stream of [false, true]) {
        await assert.rejects(
          openai.responses.create({ model, input: 'Hello', stream }),
          (error) => error instanceof APIError && error.status === status,
          `${model}, stream: ${stream}`,
        );
      }
    }
  });

  it('throws if a stream fails after its start', async () => {
    const asked = { model: 'openai/cut', input: 'Hello', stream: true } as const;
    await assert.rejects(async () => {
      for await (const event of await openai.responses.create(asked)) assert.ok(event);
    }, /cut off/);
  });

  it('closes the connection to the provider when it aborts a stream', async () => {
    const stream = await openai.responses.create({
      model: 'openai/endless',
      input: 'Hello',
      stream: true,
    });
    let words = 0;
    for await (const event of stream) {
      if (event.type === 'response.output_text.delta') words += 1;
      if (words === 3) break;
    }
    await agent.provider.hungUp;
  });
});
