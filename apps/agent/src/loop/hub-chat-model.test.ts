import { AIMessage, HumanMessage } from '@langchain/core/messages';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createHubChatModel } from './hub-chat-model.ts';
import type { Provider } from './provider.ts';

interface Sent {
  readonly model: string;
  readonly messages: readonly Readonly<Record<string, unknown>>[];
}

/** A provider that answers, and remembers what it was sent. */
function providerAt(baseUrl: string, sent: Sent[]): Provider {
  return {
    baseUrl,
    organization: undefined,
    deadlineMs: 1000,
    fetch: (_, init) => {
      sent.push(JSON.parse(init?.body as string) as Sent);
      return Promise.resolve(Response.json({ choices: [{ message: { content: 'Hi' } }] }));
    },
  };
}

describe('a model of the hub', () => {
  it('is asked for by its whole name, but at OpenAI’s own address without the provider', async () => {
    const sent: Sent[] = [];
    for (const base of ['https://api.openai.com/v1', 'https://hub.example/v1']) {
      await createHubChatModel(providerAt(base, sent), 'openai/gpt-4o').invoke('Hello');
    }
    assert.deepEqual(
      sent.map(({ model }) => model),
      ['gpt-4o', 'openai/gpt-4o'],
    );
  });

  it('is not sent the name that the library gives its own turns', async () => {
    const sent: Sent[] = [];
    const model = createHubChatModel(providerAt('https://hub.example', sent), 'a/b');
    await model.invoke([
      new HumanMessage('Hello'),
      new AIMessage({ content: 'Hi', name: 'model' }),
      new HumanMessage('Bye'),
    ]);
    assert.deepEqual(sent[0]?.messages[1], { role: 'assistant', content: 'Hi' });
  });
});
