import { EvaluationRequest } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readBatch } from './read-batch.ts';

const SAMPLES = new URL('../../../../samples/', import.meta.url);
const TURN = { user_message: 'Hi', reference_reply: 'Hello' };

function told(text: string): readonly string[] {
  return readBatch(text).findings.map(({ level, line, text: what }) => `${level} ${line}: ${what}`);
}

test('readBatch reads every sample without findings', () => {
  for (const file of readdirSync(SAMPLES).filter((name) => name.endsWith('.json'))) {
    const text = readFileSync(new URL(file, SAMPLES), 'utf8');
    const { findings, scenarios, request } = readBatch(text);
    assert.deepEqual(findings, [], file);
    assert.equal(scenarios.length, 1);
    assert.ok(request);
  }
});

test('readBatch accepts a request, a scenario and an array of scenarios', () => {
  const scenario = { name: 'greeting', interactions: [TURN, TURN] };
  for (const batch of [{ test_batch: scenario, weights: {} }, scenario, [scenario]]) {
    const { scenarios, request } = readBatch(JSON.stringify(batch));
    assert.deepEqual(scenarios, [{ name: 'greeting', turns: 2, isSimulated: false }]);
    assert.deepEqual([request?.test_batch].flat(), [scenario]);
  }
});

test('readBatch reports errors with their lines', () => {
  const text = JSON.stringify(
    { test_batch: { interactions: [TURN, { user_message: '', id: 7 }, { reference_reply: 'x' }] } },
    undefined,
    1,
  );
  assert.deepEqual(told(text), [
    'warning 9: user_message is empty',
    'error 10: id must be text',
    'warning 8: reference_reply is empty and there are no checks: the reply is not scored',
    'error 12: user_message is missing',
  ]);
  assert.deepEqual(told('{\n"a": 1\n"b"}'), ['error 3: a comma or } is missing']);
  assert.match(told('"text"')[0] ?? '', /^error 1: this is not a batch/);
});

test('readBatch says what a check is, and does not ask for references if there are checks', () => {
  const turn = { user_message: 'Hi' };
  assert.deepEqual(told(JSON.stringify({ interactions: [{ ...turn, checks: ['Is kind'] }] })), []);
  assert.deepEqual(told(JSON.stringify({ interactions: [turn], checks: ['Is kind'] })), []);
  const wrong = { interactions: [{ ...turn, checks: [{ demands: 'Is kind' }] }] };
  assert.match(
    told(JSON.stringify(wrong)).join(),
    /^error 1: a check is a sentence, or an object with one of the keys text, never, contains, /,
  );
});

test('readBatch merges repeated findings into one', () => {
  const turns = Array.from({ length: 30 }, () => ({ user_message: 'Hi', id: 'same' }));
  assert.deepEqual(told(JSON.stringify([{ interactions: turns }])), [
    'warning 1: reference_reply is empty and there are no checks: the reply is not scored (and 29 more)',
    'warning 1: an id occurs twice (and 28 more)',
  ]);
});

/** Simulated users, valid and not. */
const USERS: readonly unknown[] = [
  null,
  'Block the card',
  {},
  { goal: '' },
  { goal: ' ' },
  { goal: 7 },
  { goal: 'Block the card' },
  { goal: 'x'.repeat(4001) },
  { goal: 'Block the card', persona: null, facts: null, max_turns: null },
  { goal: 'Block the card', persona: '', facts: {}, max_turns: 50 },
  { goal: 'Block the card', persona: 'x'.repeat(4001) },
  { goal: 'Block the card', persona: ['In a hurry'] },
  { goal: 'Block the card', facts: { card: 'ends in 42', cards: 2, abroad: true } },
  { goal: 'Block the card', facts: { card: null } },
  { goal: 'Block the card', facts: { cards: ['a'] } },
  { goal: 'Block the card', facts: { '': 'a' } },
  { goal: 'Block the card', facts: { ['x'.repeat(101)]: 'a' } },
  { goal: 'Block the card', facts: { card: 'x'.repeat(1001) } },
  {
    goal: 'Block the card',
    facts: Object.fromEntries(Array.from({ length: 51 }, (_, at) => [at, 1])),
  },
  { goal: 'Block the card', facts: ['a'] },
  { goal: 'Block the card', max_turns: 0 },
  { goal: 'Block the card', max_turns: 51 },
  { goal: 'Block the card', max_turns: 2.5 },
  { goal: 'Block the card', max_turns: '8' },
  { goal: 'Block the card', model: 'sim/user' },
];

test('readBatch rejects exactly what the service rejects', () => {
  const batches: readonly unknown[] = [
    [],
    {},
    { interactions: [] },
    { interactions: {} },
    { interactions: [TURN] },
    { interactions: ['Hi'] },
    { interactions: [{}] },
    { interactions: [{ user_message: 1 }] },
    { interactions: [{ user_message: '' }] },
    { interactions: [{ ...TURN, id: null, reference_reply: null, extra: [1] }] },
    { interactions: [{ ...TURN, reference_reply: 1 }] },
    { interactions: [{ ...TURN, reference_metadata: [] }] },
    { interactions: [{ ...TURN, checks: ['Asks which card', { never: 'Promises a date' }] }] },
    { interactions: [{ ...TURN, checks: [{ max_words: 60, optional: true }] }], checks: null },
    { interactions: [TURN], checks: [{ id: 'first', text: 'Verifies the identity first' }] },
    { interactions: [TURN], checks: 'Verifies the identity first' },
    { interactions: [TURN], checks: [{ json_schema: {} }] },
    { interactions: [{ ...TURN, checks: [' '] }] },
    { interactions: [{ ...TURN, checks: [{ demands: 'Asks which card' }] }] },
    { interactions: [{ ...TURN, checks: [{ text: 'a', never: 'b' }] }] },
    { interactions: [{ ...TURN, reference_metadata: { intent: 'a', n: 1, list: ['x'] } }] },
    { interactions: [{ ...TURN, reference_metadata: null }] },
    { interactions: [{ ...TURN, interaction_type: 'x'.repeat(65) }] },
    { id: 1, interactions: [TURN] },
    { tags: ['a', 'b'], interactions: [TURN] },
    { tags: null, interactions: [TURN] },
    { tags: 'a', interactions: [TURN] },
    { tags: [''], interactions: [TURN] },
    { tags: ['x'.repeat(65)], interactions: [TURN] },
    { tags: Array.from({ length: 21 }, (_, at) => `t${at}`), interactions: [TURN] },
    { name: ['x'], interactions: [TURN] },
    [{ interactions: [TURN] }, { interactions: [] }],
    [{ interactions: [TURN] }, 7],
    ...USERS.flatMap((user) => [{ user }, { user, interactions: [TURN] }]),
    { user: { goal: 'Block the card' }, interactions: [] },
    { user: { goal: 'Block the card' }, interactions: null },
    { user: { goal: 'Block the card' }, interactions: {} },
    { user: { goal: 'Block the card' }, interactions: [{}] },
  ];
  for (const test_batch of batches) {
    const request = { test_batch, endpoint: 'http://127.0.0.1', model_id: 'm' };
    assert.equal(
      readBatch(JSON.stringify({ test_batch })).request !== undefined,
      EvaluationRequest.safeParse(request).success,
      JSON.stringify(test_batch),
    );
  }
});

test('readBatch reads a scenario that a simulated user plays alone, and does not ask for references then', () => {
  const user = { goal: 'Block the card', max_turns: 5 };
  const alone = readBatch(JSON.stringify({ name: 'card', user }));
  assert.deepEqual(alone.findings, []);
  assert.deepEqual(alone.scenarios, [{ name: 'card', turns: 5, isSimulated: true }]);
  assert.deepEqual(told(JSON.stringify({ user, interactions: [{ user_message: 'Hi' }] })), []);
});

test('readBatch names the field of a simulated user that is wrong, and its line', () => {
  const user = { goal: '', facts: { cards: ['a'] }, max_turns: 99, model: 'x' };
  assert.deepEqual(told(JSON.stringify({ user }, undefined, 1)), [
    'error 10: model is not a field of a user: it has goal, persona, facts, max_turns',
    'error 3: a user needs a "goal": a text of 1 to 4000 characters',
    'error 9: max_turns must be a whole number from 1 to 50',
    'error 4: the fact cards must be a number, true, false or a text of at most 1000 characters',
  ]);
});

test('readBatch finds the line of an error of the service, for any shape of batch', () => {
  const scenario = { interactions: [TURN] };
  const pointer = '/test_batch/interactions/0/user_message';
  const whole = readBatch(JSON.stringify({ test_batch: scenario }, undefined, 1));
  assert.equal(whole.lineOf(pointer), 5);
  assert.equal(readBatch(JSON.stringify(scenario, undefined, 1)).lineOf(pointer), 4);
});

test('a request may name a stored dataset instead of scenarios', () => {
  const request = { dataset: 'support@7', filter: { tags: ['cards'] } };
  const reading = readBatch(JSON.stringify(request));
  assert.deepEqual(reading.request, request);
  assert.deepEqual(reading.findings, []);
  assert.deepEqual(reading.scenarios, []);
});
