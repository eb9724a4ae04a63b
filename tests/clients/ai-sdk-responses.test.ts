import { createOpenAI, type OpenAIProvider } from '@ai-sdk/openai';
import { APICallError, generateText, Output, stepCountIs, streamText, tool } from 'ai';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { z } from 'zod';
import { startAgent, type Agent } from './start-agent.ts';
import { thoughtOf } from './stubs/thinking.ts';

const tools = {
  weather: tool({
    description: 'The weather in a city.',
    inputSchema: z.object({ city: z.string() }),
    execute: ({ city }) => `sun in ${city}`,
  }),
};
/** Two rounds with the caller's tool, then one with the agent's. */
const QUESTION =
  'use weather {"city": "Paris"} + weather {"city": "Rome"}\nuse weather {"city": "Oslo"}\nuse current_time {}';
const ANSWER = /^it says sun in Paris \| sun in Rome \| sun in Oslo \| \w+day/;
/** Without it, the AI SDK sends references to stored items instead of reasoning items. */
const providerOptions = { openai: { store: false } };

describe('the AI SDK with its OpenAI provider, which uses the Responses interface', () => {
  let agent: Agent;
  let openai: OpenAIProvider;

  before(async () => {
    agent = await startAgent();
    openai = createOpenAI({ baseURL: agent.baseURL, apiKey: 'none' });
  });
  after(() => agent[Symbol.asyncDispose]());

  it('receives the same text and token usage whole and streamed, without any option', async () => {
    const options = { model: openai('openai/plain'), prompt: 'Hello there' };
    const whole = await generateText(options);
    const streamed = streamText(options);
    assert.deepEqual([whole.text, await streamed.text], ['Hello there', 'Hello there']);
    assert.deepEqual([whole.usage.totalTokens, (await streamed.usage).totalTokens], [16, 16]);
  });

  for (const model of ['openai/plain', 'google/gemini', 'deepseek/thinker', 'anthropic/claude']) {
    it(`runs a loop with its own tools and the agent’s with ${model}, whole and streamed`, async () => {
      const options = {
        model: openai(model),
        prompt: QUESTION,
        tools,
        stopWhen: stepCountIs(5),
        providerOptions,
        maxRetries: 0,
      };
      const whole = await generateText(options);
      assert.match(whole.text, ANSWER);
      assert.equal(whole.steps.length, 3);
      const streamed = streamText(options);
      assert.match(await streamed.text, ANSWER);
      assert.equal((await streamed.steps).length, 3);
    });
  }

  it('is told to set store to false if it refers to stored items', async () => {
    const options = { model: openai('deepseek/thinker'), prompt: QUESTION, tools };
    await assert.rejects(
      generateText({ ...options, stopWhen: stepCountIs(5), maxRetries: 0 }),
      (error) => APICallError.isInstance(error) && /store: false/.test(error.message),
    );
  });

  it('receives the model’s reasoning, whole and streamed', async () => {
    const options = { model: openai('deepseek/thinker'), prompt: 'Hello' };
    const whole = await generateText(options);
    const streamed = streamText(options);
    assert.equal(whole.reasoningText, thoughtOf(0));
    assert.equal(await streamed.reasoningText, thoughtOf(0));
  });

  it('receives structured output', async () => {
    const { output } = await generateText({
      model: openai('openai/plain'),
      prompt: 'The capital of France?',
      output: Output.object({ schema: z.object({ city: z.string(), districts: z.int() }) }),
    });
    assert.deepEqual(output, { city: 'Paris', districts: 20 });
  });

  it('receives the HTTP status of a stream that fails before its first token', async () => {
    const errors: unknown[] = [];
    const { text } = streamText({
      model: openai('openai/status-400'),
      prompt: 'Hello',
      onError: ({ error }) => void errors.push(error),
    });
    await assert.rejects(async () => text);
    const [error] = errors;
    assert.ok(APICallError.isInstance(error), String(error));
    assert.deepEqual([error.statusCode, error.isRetryable], [400, false]);
  });
});
