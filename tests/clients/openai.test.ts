import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import OpenAI, { APIError } from 'openai';
import { zodResponseFormat } from 'openai/helpers/zod';
import { z } from 'zod';
import { startAgent, type Agent } from './start-agent.ts';
import { thoughtOf } from './stubs/thinking.ts';

const TWO_ROUNDS = 'use current_time {}\nuse current_time {"timezone": "Europe/Paris"}';
const TIMES = /^it says \w+day.* \| \w+day/;
const THINKERS = ['google/gemini', 'deepseek/thinker', 'anthropic/claude'];

const WEATHER = {
  type: 'function' as const,
  function: {
    name: 'weather',
    description: 'The weather in a city.',
    parameters: { type: 'object', properties: { city: { type: 'string' } } },
  },
};
const USE_WEATHER = 'use weather {"city": "Paris"} + weather {"city": "Rome"}';
const RUNNABLE = {
  ...WEATHER,
  function: {
    ...WEATHER.function,
    parse: JSON.parse,
    function: ({ city }: { city: string }): string => `sun in ${city}`,
  },
};

describe('the openai client', () => {
  let agent: Agent;
  let openai: OpenAI;

  before(async () => {
    agent = await startAgent();
    openai = new OpenAI({ baseURL: agent.baseURL, apiKey: 'none', maxRetries: 0 });
  });
  after(() => agent[Symbol.asyncDispose]());

  function ask(model: string, content: string) {
    return { model, messages: [{ role: 'user' as const, content }] };
  }

  async function answerOf(model: string, content: string): Promise<readonly (string | null)[]> {
    const whole = await openai.chat.completions.create(ask(model, content));
    const stream = openai.chat.completions.stream(ask(model, content));
    const streamed = await stream.finalContent();
    return [whole.choices[0]?.message.content ?? null, streamed];
  }

  it('receives the same text whole and streamed', async () => {
    const text = ' Two spaces  and\n\nan empty line, ünïcödé and a last one \n';
    assert.deepEqual(await answerOf('openai/plain', text), [text, text]);
  });

  for (const model of ['openai/plain', ...THINKERS]) {
    it(`receives an answer from ${model} after two rounds with tools of the agent, whole and streamed`, async () => {
      for (const answer of await answerOf(model, TWO_ROUNDS)) assert.match(answer ?? '', TIMES);
    });

    it(`answers two parallel tool calls of ${model}, and returns the calling message unchanged`, async () => {
      const { messages } = ask(model, USE_WEATHER);
      const first = await openai.chat.completions.create({ model, messages, tools: [WEATHER] });
      const message = first.choices[0]?.message;
      assert.ok(message?.tool_calls);
      const results = message.tool_calls.map(({ id }) => ({
        role: 'tool' as const,
        tool_call_id: id,
        content: 'sun',
      }));
      const second = await openai.chat.completions.create({
        model,
        messages: [...messages, message, ...results],
        tools: [WEATHER],
      });
      assert.equal(second.choices[0]?.message.content, 'it says sun | sun');
    });
  }

  it('runs tools with its own helper, whole and streamed', async () => {
    const question = { ...ask('openai/plain', USE_WEATHER), tools: [RUNNABLE] };
    const said = 'it says sun in Paris | sun in Rome';
    assert.equal(await openai.chat.completions.runTools(question).finalContent(), said);
    const streamed = openai.chat.completions.runTools({ ...question, stream: true });
    assert.equal(await streamed.finalContent(), said);
  });

  it('receives the model’s reasoning, whole and streamed', async () => {
    const question = ask('deepseek/thinker', 'Hello');
    const whole = await openai.chat.completions.create(question);
    const message = whole.choices[0]?.message as { reasoning_content?: string } | undefined;
    assert.equal(message?.reasoning_content, thoughtOf(0));
    let streamed = '';
    for await (const { choices } of await openai.chat.completions.create({
      ...question,
      stream: true,
    })) {
      const delta = choices[0]?.delta as { reasoning_content?: string } | undefined;
      streamed += delta?.reasoning_content ?? '';
    }
    assert.equal(streamed, thoughtOf(0));
  });

  it('receives parsed structured output, whole and streamed', async () => {
    const City = z.object({ city: z.string(), districts: z.int() });
    const question = {
      ...ask('openai/plain', 'The capital of France?'),
      response_format: zodResponseFormat(City, 'city'),
    };
    const expected = { city: 'Paris', districts: 20 };
    const whole = await openai.chat.completions.parse(question);
    assert.deepEqual(whole.choices[0]?.message.parsed, expected);
    const streamed = await openai.chat.completions.stream(question).finalChatCompletion();
    assert.deepEqual(streamed.choices[0]?.message.parsed, expected);
  });

  it('forces a tool with tool_choice in the first round only, so that the model can answer', async () => {
    for (const tool_choice of [
      'required' as const,
      { type: 'function' as const, function: { name: 'current_time' } },
    ]) {
      const asked = agent.provider.requests.length;
      const { choices } = await openai.chat.completions.create({
        ...ask('openai/plain', 'What time is it?'),
        tool_choice,
      });
      assert.match(choices[0]?.message.content ?? '', /^it says \w+day/);
      assert.equal(agent.provider.requests.length - asked, 2, 'two rounds');
    }
  });

  it('closes the connection to the provider when it aborts a stream', async () => {
    const stream = await openai.chat.completions.create({
      ...ask('openai/endless', 'Hello'),
      stream: true,
    });
    let words = 0;
    for await (const { choices } of stream) {
      if (choices[0]?.delta.content === 'word ') words += 1;
      if (words === 3) break;
    }
    await agent.provider.hungUp;
  });

  it('receives the same error for a failed stream as for a whole answer, with its HTTP status', async () => {
    for (const [model, status] of [
      ['openai/status-401', 502],
      ['openai/status-404', 502],
      ['openai/status-400', 400],
      ['openai/status-501', 502],
    ] as const) {
      for (const stream of [false, true]) {
        await assert.rejects(
          openai.chat.completions.create({ ...ask(model, 'Hello'), stream }),
          (error) => error instanceof APIError && error.status === status,
          `${model}, stream: ${stream}`,
        );
      }
    }
  });

  it('retries a stream after 429 once the provider’s Retry-After has passed', async () => {
    const patient = new OpenAI({ baseURL: agent.baseURL, apiKey: 'none', maxRetries: 1 });
    const started = performance.now();
    const stream = patient.chat.completions.stream(ask('openai/busy-once', 'Hello'));
    assert.equal(await stream.finalContent(), 'Hello');
    assert.ok(performance.now() - started >= 2_900, 'it waits for 3 s');
  });

  it('requests a model that does not exist once, although it retries other 502 answers', async () => {
    const patient = new OpenAI({ baseURL: agent.baseURL, apiKey: 'none', maxRetries: 3 });
    const asked = agent.provider.requests.length;
    const question = ask('openai/status-404', 'Hello');
    await assert.rejects(patient.chat.completions.create(question), /502/);
    assert.equal(agent.provider.requests.length - asked, 1);
  });

  it('throws if a stream fails after its start', async () => {
    const stream = openai.chat.completions.stream(ask('openai/cut', 'Hello'));
    await assert.rejects(stream.finalContent(), /cut off/);
  });

  it('retrieves a model by its name, and gets OpenAI’s error for an unknown address', async () => {
    const [first] = (await openai.models.list()).data;
    assert.ok(first);
    assert.equal((await openai.models.retrieve(first.id)).id, first.id);
    await assert.rejects(openai.models.retrieve('openai/none'), OpenAI.NotFoundError);
    await assert.rejects(
      openai.embeddings.create({ model: 'openai/plain', input: 'Hello' }),
      (error) => error instanceof OpenAI.NotFoundError && /\/v1\/embeddings/.test(error.message),
    );
  });
});
