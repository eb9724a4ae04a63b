import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chat } from '../../support/calls/chat.ts';
import { FINE_TUNED } from '../../support/services/start-agent-with-stubs.ts';
import { startService, type Service } from '../../support/services/start-service.ts';
import { chatCompletion, sendJson, startStub } from '../../support/stubs/start-stub.ts';
import { streamChat } from '../../support/calls/stream-chat.ts';

const CALL = {
  id: 'call12345',
  type: 'function',
  function: { name: 'current_time', arguments: '{}' },
};

/** A model that calls the clock tool first, so that it is called twice. */
function startClockWatcher() {
  return startStub(({ body }, response) => {
    const { messages } = body as { messages: { role: string }[] };
    if (messages.at(-1)?.role === 'tool') return sendJson(response, chatCompletion('late'));
    const message = { role: 'assistant', content: null, tool_calls: [CALL] };
    return sendJson(response, { choices: [{ message, finish_reason: 'tool_calls' }] });
  });
}

async function complete(agent: Service, parameters: object): Promise<void> {
  const response = await fetch(`${agent.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'a/b',
      messages: [{ role: 'user', content: 'Hello' }],
      ...parameters,
    }),
  });
  assert.equal(response.status, 200, await response.text());
}

interface Asked {
  readonly max_tokens?: unknown;
  readonly max_completion_tokens?: unknown;
}

describe('AGENT_MAX_OUTPUT_TOKENS', () => {
  it('is sent to the provider with every call, and a caller may only request less', async () => {
    await using provider = await startClockWatcher();
    await using agent = await startService('agent', {
      HUB_BASE_URL: `${provider.url}/v1`,
      STUDIO_BASE_URL: `${provider.url}/v1`,
      AGENT_MAX_OUTPUT_TOKENS: '100',
    });
    const limitsOf = async (ask: () => Promise<unknown>): Promise<unknown[]> => {
      const before = provider.requests.length;
      await ask();
      return provider.requests
        .slice(before)
        .map(({ body }) => body as Asked)
        .map((asked) => [asked.max_tokens, asked.max_completion_tokens]);
    };
    const twice = (...limits: unknown[]): unknown[] => [limits, limits];
    for (const [ask, expected] of [
      [() => chat(agent, { modelId: 'a/b' }), twice(100, undefined)],
      [() => streamChat(agent, FINE_TUNED), twice(100, undefined)],
      [() => complete(agent, {}), twice(100, undefined)],
      [() => complete(agent, { max_tokens: 7 }), twice(7, undefined)],
      [() => complete(agent, { max_tokens: 101, stream: true }), twice(100, undefined)],
      [() => complete(agent, { max_completion_tokens: 7 }), twice(undefined, 7)],
      [() => complete(agent, { max_completion_tokens: 101 }), twice(undefined, 100)],
    ] as const) {
      assert.deepEqual(await limitsOf(ask), expected);
    }
  });

  it('is not sent to the provider if it is not set', async () => {
    await using provider = await startClockWatcher();
    await using agent = await startService('agent', { HUB_BASE_URL: `${provider.url}/v1` });
    await chat(agent, { modelId: 'a/b' });
    await complete(agent, { max_tokens: 100_000 });
    const asked = provider.requests.map(({ body }) => (body as Asked).max_tokens);
    assert.deepEqual(asked, [undefined, undefined, 100_000, 100_000]);
  });
});
