import type { TestBatch } from '@fairtrial/contracts';
import fc from 'fast-check';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareFields, describeCheck, listFields } from './scenario-fields.ts';

const CARD = {
  id: 'card',
  name: 'Lost card',
  tags: ['cards', 'urgent'],
  owner: { team: 'a' },
  checks: [{ never: 'Promises a date' }],
  interactions: [
    {
      user_message: 'I lost my card.',
      reference_reply: 'Which one?',
      reference_metadata: { intent: 'block', priority: 2 },
      checks: [
        { contains: 'card', case_sensitive: true },
        { text: 'Asks which card', optional: true },
      ],
    },
  ],
} as unknown as TestBatch;

test('the fields of a scenario are listed in words, unknown fields last', () => {
  assert.deepEqual(listFields(CARD), [
    { label: 'Id', text: 'card' },
    { label: 'Name', text: 'Lost card' },
    { label: 'Tags', text: 'cards, urgent' },
    { label: 'Checks of the conversation', text: 'never: Promises a date' },
    { label: 'owner', text: '{"team":"a"}' },
    { label: 'Turn 1: user message', text: 'I lost my card.' },
    { label: 'Turn 1: reference reply', text: 'Which one?' },
    { label: 'Turn 1: expected labels', text: 'intent: block\npriority: 2' },
    {
      label: 'Turn 1: checks',
      text: 'contains: card, case sensitive true\nAsks which card, optional',
    },
  ]);
});

test('a simulated user is listed by what it was told', () => {
  const user = { goal: 'Block the card', facts: { card: 'ends in 42' }, max_turns: 5 };
  assert.deepEqual(listFields({ id: 'card', interactions: [], user } as unknown as TestBatch), [
    { label: 'Id', text: 'card' },
    { label: 'Simulated user: goal', text: 'Block the card' },
    { label: 'Simulated user: facts', text: 'card: ends in 42' },
    { label: 'Simulated user: messages', text: 'at most 5' },
  ]);
});

test('only fields that differ are compared; a field that is missing on one side is empty there', () => {
  const [turn] = CARD.interactions;
  assert.ok(turn);
  const { reference_reply: _, ...rest } = turn;
  const after = {
    ...CARD,
    name: 'Stolen card',
    interactions: [rest, { user_message: 'It ends in 42.' }],
  } as unknown as TestBatch;
  assert.deepEqual(compareFields(CARD, after), [
    { label: 'Name', before: 'Lost card', after: 'Stolen card' },
    { label: 'Turn 2: user message', before: '', after: 'It ends in 42.' },
    { label: 'Turn 1: reference reply', before: 'Which one?', after: '' },
  ]);
});

test('checks are described by their type and value; what is no check is shown as it is', () => {
  assert.equal(describeCheck({ max_words: 60 }), 'max words: 60');
  assert.equal(describeCheck({ regex: '^x', id: 'start' }), 'regex "start": ^x');
  assert.equal(describeCheck('Asks which card'), 'Asks which card');
  assert.equal(describeCheck({ other: 1 }), '{"other":1}');
  assert.equal(describeCheck({ tools: ['a'], max_calls: 2 }), 'tools: ["a"], max calls 2');
});

const scenario = fc.record(
  {
    name: fc.string(),
    extra: fc.jsonValue(),
    interactions: fc.array(
      fc.record({ user_message: fc.string(), checks: fc.array(fc.jsonValue()) }),
      { minLength: 1 },
    ),
  },
  { requiredKeys: ['interactions'] },
);

test('no scenario differs from itself, and what differs in words has different JSON', () => {
  fc.assert(
    fc.property(scenario, scenario, (a, b) => {
      const [one, other] = [a as never, b as never];
      assert.deepEqual(compareFields(one, one), []);
      if (compareFields(one, other).length > 0) {
        assert.notEqual(JSON.stringify(a), JSON.stringify(b));
      }
    }),
  );
});
