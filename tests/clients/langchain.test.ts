import { ChatOpenAI } from '@langchain/openai';
import { createAgent, tool } from 'langchain';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { z } from 'zod';
import { startAgent, type Agent } from './start-agent.ts';

const QUESTION =
  'use weather {"city": "Paris"} + weather {"city": "Rome"}\nuse weather {"city": "Oslo"}\nuse current_time {}';
const ANSWER = /^it says sun in Paris \| sun in Rome \| sun in Oslo \| \w+day/;

const weather = tool(({ city }: { city: string }) => `sun in ${city}`, {
  name: 'weather',
  description: 'The weather in a city.',
  schema: z.object({ city: z.string() }),
});

describe('LangChain', () => {
  let agent: Agent;
  let model: ChatOpenAI;

  before(async () => {
    agent = await startAgent();
    model = new ChatOpenAI({
      model: 'openai/plain',
      apiKey: 'none',
      maxRetries: 0,
      configuration: { baseURL: agent.baseURL },
    });
  });
  after(() => agent[Symbol.asyncDispose]());

  it('receives the same text whole and streamed', async () => {
    const whole = await model.invoke('Hello there');
    let streamed = '';
    for await (const chunk of await model.stream('Hello there')) streamed += chunk.text;
    assert.deepEqual([whole.text, streamed], ['Hello there', 'Hello there']);
  });

  it('runs its ReAct agent on a model that also has tools of the agent backend', async () => {
    const react = createAgent({ model, tools: [weather] });
    const { messages } = await react.invoke({ messages: [{ role: 'user', content: QUESTION }] });
    assert.match(messages.at(-1)?.text ?? '', ANSWER);
    assert.equal(messages.length, 7, 'a question, two rounds with three results, an answer');
  });

  it('streams the tokens of its ReAct agent', async () => {
    const react = createAgent({ model, tools: [weather] });
    const question = { messages: [{ role: 'user', content: QUESTION }] };
    let text = '';
    for await (const [chunk] of await react.stream(question, { streamMode: 'messages' })) {
      if (chunk.type === 'ai') text += chunk.text;
    }
    assert.match(text, ANSWER);
  });

  it('receives structured output for a schema', async () => {
    const City = z.object({ city: z.string(), districts: z.int() });
    const asked = model.withStructuredOutput(City, { name: 'city', method: 'jsonSchema' });
    assert.deepEqual(await asked.invoke('The capital of France?'), {
      city: 'Paris',
      districts: 20,
    });
  });
});
