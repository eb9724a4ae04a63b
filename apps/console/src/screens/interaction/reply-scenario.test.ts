import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toReplyScenario, type PlayedReply } from './reply-scenario.ts';

function playedAs(...replies: readonly string[]): readonly PlayedReply[] {
  return replies.map((reply) => ({ message: 'unused', reply }));
}

test('toReplyScenario keeps the scenario up to the reply, with the replies as references and without its id', () => {
  const scenario = {
    id: 'lost-card',
    tags: ['cards'],
    owner: 'qa',
    interactions: [
      { user_message: 'a', reference_reply: 'old', checks: [{ contains: 'x' }], agent_reply: 'b' },
      { user_message: 'c', reference_reply: 'kept' },
      { user_message: 'd' },
    ],
  };
  assert.deepEqual(toReplyScenario(scenario, playedAs('new', '')), {
    name: 'lost-card',
    tags: ['cards'],
    owner: 'qa',
    interactions: [
      { user_message: 'a', reference_reply: 'new', checks: [{ contains: 'x' }] },
      { user_message: 'c', reference_reply: 'kept' },
    ],
  });
});

test('toReplyScenario leaves out what the service filled in, and keeps what was written', () => {
  const turn = { id: '01a1', user_message: 'a', reference_metadata: {} };
  const written = { user_message: 'a', reference_metadata: { intent: 'block' } };
  const scenario = {
    id: 'lost-card',
    description: '',
    interactions: [
      { ...turn, interaction_type: 'opening' },
      { ...turn, interaction_type: 'development' },
      { ...written, id: '01a2', interaction_type: 'closing' },
    ],
  };
  assert.deepEqual(toReplyScenario(scenario, playedAs('x', 'y', 'z')), {
    name: 'lost-card',
    interactions: [
      { user_message: 'a', reference_reply: 'x' },
      { user_message: 'a', reference_reply: 'y' },
      { ...written, interaction_type: 'closing', reference_reply: 'z' },
    ],
  });
  const described = { ...scenario, description: 'Why' };
  assert.equal(toReplyScenario(described, [])['description'], 'Why');
});

test('toReplyScenario writes the messages of a simulated user as a script, without the user', () => {
  const scenario = {
    id: 'lost-card',
    checks: ['Stays polite'],
    interactions: [{ user_message: 'Hi' }],
    user: { goal: 'Block the card' },
  };
  const played = [
    { message: 'Hi', reply: 'Hello' },
    { message: 'Block my card.', reply: 'Which one?' },
    { message: 'The blue one.', reply: '' },
  ];
  assert.deepEqual(toReplyScenario(scenario, played), {
    name: 'lost-card',
    checks: ['Stays polite'],
    interactions: [
      { user_message: 'Hi', reference_reply: 'Hello' },
      { user_message: 'Block my card.', reference_reply: 'Which one?' },
      { user_message: 'The blue one.' },
    ],
  });
});
