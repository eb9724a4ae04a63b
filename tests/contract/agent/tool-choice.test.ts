import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startService } from '../../support/services/start-service.ts';
import { chatCompletion, sendJson, startStub } from '../../support/stubs/start-stub.ts';

const CALL = { id: 'call12345', function: { name: 'current_time', arguments: '{}' } };
const NAMED = { type: 'function', function: { name: 'current_time' } };
const ALLOWED = { type: 'allowed_tools', allowed_tools: { mode: 'required', tools: [NAMED] } };
const STILL_ALLOWED = { type: 'allowed_tools', allowed_tools: { mode: 'auto', tools: [NAMED] } };

it('a tool_choice that requires a call applies to the first round only, one that permits calls to all rounds', async () => {
  await using hub = await startStub(({ body }, response) => {
    const { messages } = body as { messages: { role: string }[] };
    if (messages.at(-1)?.role === 'tool') return sendJson(response, chatCompletion('noon'));
    const message = { role: 'assistant', content: null, tool_calls: [CALL] };
    return sendJson(response, { choices: [{ message, finish_reason: 'tool_calls' }] });
  });
  await using agent = await startService('agent', { HUB_BASE_URL: `${hub.url}/v1` });
  for (const [tool_choice, later] of [
    ['required', undefined],
    [NAMED, undefined],
    [ALLOWED, STILL_ALLOWED],
    ['auto', 'auto'],
    ['none', 'none'],
  ] as const) {
    const before = hub.requests.length;
    const response = await fetch(`${agent.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        model: 'a/b',
        tool_choice,
        messages: [{ role: 'user', content: 'Time?' }],
      }),
    });
    assert.equal(response.status, 200, await response.text());
    const asked = hub.requests.slice(before).map(({ body }) => body as { tool_choice?: unknown });
    assert.deepEqual(
      asked.map((round) => round.tool_choice),
      [tool_choice, later],
    );
  }
});
