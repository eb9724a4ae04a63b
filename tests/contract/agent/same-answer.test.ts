import { AgentResponseMessage } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chat } from '../../support/calls/chat.ts';
import { FINE_TUNED } from '../../support/services/start-agent-with-stubs.ts';
import { startService } from '../../support/services/start-service.ts';
import { streamChat } from '../../support/calls/stream-chat.ts';
import { withoutIds } from '../../support/data/without-ids.ts';

const CONVERSATIONS = [
  [{ type: 'human', content: 'one two three' }],
  [{ type: 'human', content: 'Please search the date' }],
  [
    { type: 'human', content: 'Hello' },
    { type: 'tool', content: 'sunny', name: 'weather' },
    { type: 'ai', content: 'It is sunny.' },
    { type: 'human', content: 'Thank you, that is all' },
  ],
];

describe('the answer of the agent backend', () => {
  it('is the same whole and streamed except ids and times: hub, studio, and studio with jobs', async () => {
    await using simulator = await startService('simulator');
    for (const studio of [
      { STUDIO_BASE_URL: `${simulator.url}/v1` },
      { STUDIO_BASE_URL: simulator.url, STUDIO_ORG_ID: 'org-1' },
    ]) {
      await using agent = await startService('agent', {
        HUB_BASE_URL: `${simulator.url}/v1`,
        ...studio,
      });
      for (const modelId of ['sim/echo', FINE_TUNED]) {
        for (const messages of CONVERSATIONS) {
          const whole = await chat(agent, { modelId, body: { messages } });
          const { message, text } = await streamChat(agent, modelId, { messages });
          assert.ok(message, JSON.stringify(whole.body));
          assert.deepEqual(withoutIds(message), withoutIds(AgentResponseMessage.parse(whole.body)));
          assert.equal(text, message.content);
        }
      }
    }
  });
});
