import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beginReply } from './chat-entry.ts';
import { toScenario } from './to-scenario.ts';

test('a conversation becomes a script, its replies what is expected', () => {
  const reply = { ...beginReply('m'), text: 'Hello', state: 'done' as const };
  const scenario = toScenario('greeting', [
    { from: 'user', text: 'Hi' },
    reply,
    { from: 'user', text: 'Still there?' },
    { ...reply, state: 'failed' },
    { from: 'user', text: 'Bye' },
  ]);
  assert.deepEqual(scenario, {
    name: 'greeting',
    interactions: [
      { user_message: 'Hi', reference_reply: 'Hello' },
      { user_message: 'Still there?', reference_reply: '' },
      { user_message: 'Bye', reference_reply: '' },
    ],
  });
});
