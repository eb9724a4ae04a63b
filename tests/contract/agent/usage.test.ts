import { AgentResponseMessage } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chat } from '../../support/calls/chat.ts';
import { complete, streamCompletion } from '../../support/calls/openai.ts';
import { startService } from '../../support/services/start-service.ts';
import { chatCompletion, sendJson, startStub } from '../../support/stubs/start-stub.ts';
import { streamChat } from '../../support/calls/stream-chat.ts';

const USAGE = { prompt_tokens: 11, completion_tokens: 5 };
const CHUNKS = [
  { id: 'c', choices: [{ index: 0, delta: { content: 'Hi' }, finish_reason: 'stop' }] },
  { id: 'c', choices: [], usage: USAGE },
];

describe('a provider that reports no total of tokens', () => {
  it('has the sum of the reported counts as total, whole and streamed, on both interfaces', async () => {
    await using hub = await startStub(({ body }, response) => {
      const { stream } = body as { stream?: boolean };
      if (stream !== true) return sendJson(response, { ...chatCompletion('Hi'), usage: USAGE });
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const lines = CHUNKS.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`);
      return response.end(`${lines.join('')}data: [DONE]\n\n`);
    });
    await using agent = await startService('agent', { HUB_BASE_URL: `${hub.url}/v1` });
    const whole = AgentResponseMessage.parse((await chat(agent, { modelId: 'a/b' })).body);
    const { message: streamed } = await streamChat(agent, 'a/b');
    for (const message of [whole, streamed]) {
      assert.equal(message?.response_metadata.token_usage.total_tokens, 16);
      assert.equal(message.usage_metadata.total_tokens, 16);
    }
    const asked = { model: 'a/b', messages: [{ role: 'user', content: 'Hello' }] };
    const completion = await complete(agent, asked);
    assert.equal(completion.usage?.total_tokens, 16);
    const options = { stream_options: { include_usage: true } };
    const totals: number[] = [];
    for await (const { usage } of streamCompletion(agent, { ...asked, ...options }))
      if (usage) totals.push(usage.total_tokens);
    assert.deepEqual(totals, [16]);
  });
});
