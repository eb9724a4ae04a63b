import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
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

describe('the AI SDK with its OpenAI-compatible provider', () => {
  let agent: Agent;
  let fairtrial: ReturnType<typeof createOpenAICompatible>;

  before(async () => {
    agent = await startAgent();
    fairtrial = createOpenAICompatible({
      name: 'fairtrial',
      baseURL: agent.baseURL,
      includeUsage: true,
      supportsStructuredOutputs: true,
    });
  });
  after(() => agent[Symbol.asyncDispose]());

  for (const model of ['openai/plain', 'google/gemini', 'deepseek/thinker']) {
    it(`runs a loop with its own tools and the agent’s with ${model}, whole and streamed`, async () => {
      const options = {
        model: fairtrial(model),
        prompt: QUESTION,
        tools,
        stopWhen: stepCountIs(5),
      };
      const whole = await generateText({ ...options, maxRetries: 0 });
      assert.match(whole.text, ANSWER);
      assert.equal(whole.steps.length, 3);
      const streamed = streamText({ ...options, maxRetries: 0 });
      assert.match(await streamed.text, ANSWER);
      assert.equal((await streamed.steps).length, 3);
    });
  }

  it('receives the model’s reasoning and the token usage, whole and streamed', async () => {
    const options = { model: fairtrial('deepseek/thinker'), prompt: 'Hello' };
    const whole = await generateText(options);
    const streamed = streamText(options);
    assert.equal(whole.text, 'Hello');
    assert.equal(await streamed.text, 'Hello');
    assert.equal(whole.reasoningText, thoughtOf(0));
    assert.equal(await streamed.reasoningText, thoughtOf(0));
    assert.equal(whole.usage.totalTokens, 16);
    assert.equal((await streamed.usage).totalTokens, 16);
  });

  it('receives structured output', async () => {
    const { output } = await generateText({
      model: fairtrial('openai/plain'),
      prompt: 'The capital of France?',
      output: Output.object({ schema: z.object({ city: z.string(), districts: z.int() }) }),
    });
    assert.deepEqual(output, { city: 'Paris', districts: 20 });
  });

  it('receives the HTTP status of a stream that fails before its first token', async () => {
    const errors: unknown[] = [];
    const { text } = streamText({
      model: fairtrial('openai/status-400'),
      prompt: 'Hello',
      onError: ({ error }) => void errors.push(error),
    });
    await assert.rejects(async () => text);
    const [error] = errors;
    assert.ok(APICallError.isInstance(error), String(error));
    assert.deepEqual([error.statusCode, error.isRetryable], [400, false]);
  });
});
