import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TestBatch } from '@fairtrial/contracts';
import fc from 'fast-check';
import { findScenarioFaults } from './scenario-faults.ts';
import {
  addUser,
  duplicateTurn,
  EMPTY_SCENARIO,
  listKept,
  moveItem,
  newTurn,
  nextKey,
  readScenario,
  removeUser,
  writeScenario,
  type Fields,
} from './scenario-form.ts';
import { NEW_USER } from './user-form.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 12 });
const filled = text.map((value) => `x${value}`);
const absent = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null | undefined> =>
  fc.option(fc.option(value, { nil: null }), { nil: undefined });
const checkId = absent(fc.stringMatching(/^[a-z0-9-]{1,64}$/)).map((id) => id ?? undefined);
const common = { id: checkId, optional: fc.option(fc.boolean(), { nil: undefined }) };
const set = { passed: fc.option(fc.boolean()), detail: text };
const json = fc.jsonValue({ maxDepth: 2 });
const record = fc.dictionary(filled, json, { maxKeys: 4 });
const isCaseSensitive = absent(fc.boolean());

const check = fc.oneof(
  filled,
  fc.record({ text: filled, ...common, ...set }, { requiredKeys: ['text'] }),
  fc.record({ never: filled, ...common }, { requiredKeys: ['never'] }),
  fc.record(
    { contains: filled, case_sensitive: isCaseSensitive, ...common },
    { requiredKeys: ['contains'] },
  ),
  fc.record({ not_contains: filled, ...common }, { requiredKeys: ['not_contains'] }),
  fc.record({ regex: filled, ...common }, { requiredKeys: ['regex'] }),
  fc.record({ max_words: fc.nat(), ...common }, { requiredKeys: ['max_words'] }),
  fc.record(
    { latency_ms: fc.double({ min: 0.001, max: 1e9, noNaN: true }), ...common },
    { requiredKeys: ['latency_ms'] },
  ),
  fc.record(
    {
      tools: fc.array(fc.oneof(filled, fc.record({ name: filled, arguments: absent(record) })), {
        maxLength: 3,
      }),
      order: absent(fc.constantFrom('exact', 'in_order', 'any')),
      forbidden: fc.array(
        filled.map((name) => `f${name}`),
        { maxLength: 2 },
      ),
      max_calls: fc.integer({ min: 5, max: 9 }),
      ...common,
    },
    { requiredKeys: ['tools', 'max_calls'] },
  ),
);
const replyCheck = fc.oneof(
  check,
  fc.record({ json_schema: record, ...common }, { requiredKeys: ['json_schema'] }),
  fc.uniqueArray(filled, { maxLength: 3, minLength: 1 }).map((names) => ({
    json_schema: {
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, { type: 'number' }])),
      required: names,
    },
  })),
);
const turn = fc.record(
  {
    user_message: text,
    id: absent(text),
    reference_reply: absent(text),
    interaction_type: absent(text),
    reference_metadata: absent(record),
    checks: absent(fc.array(replyCheck, { maxLength: 4 })),
    agent_reply: json,
    extra: json,
  },
  { requiredKeys: ['user_message'] },
);
const simulated = fc.record(
  {
    goal: filled,
    persona: absent(text),
    facts: absent(
      fc.dictionary(filled, fc.oneof(text, fc.integer(), fc.boolean()), { maxKeys: 4 }),
    ),
    max_turns: absent(fc.integer({ min: 1, max: 50 })),
  },
  { requiredKeys: ['goal'] },
);
const scenario: fc.Arbitrary<Fields> = fc
  .record(
    {
      id: absent(text),
      name: absent(text),
      description: absent(text),
      tags: absent(fc.array(filled, { maxLength: 3 })),
      checks: absent(fc.array(check, { maxLength: 3 })),
      interactions: fc.array(turn, { minLength: 1, maxLength: 4 }),
      user: absent(simulated),
      source: json,
    },
    { requiredKeys: ['interactions'] },
  )
  // As a response of the service has it.
  .map((value) => JSON.parse(JSON.stringify(value)) as Fields);

describe('A scenario as a form', () => {
  it('is written as it was read, for every valid scenario, and has no faults', () => {
    fc.assert(
      fc.property(scenario, (given) => {
        assert.ok(TestBatch.safeParse(given).success);
        const form = readScenario(given);
        assert.deepEqual(writeScenario(form), given);
        assert.equal(countOwnFaults(given), 0);
      }),
    );
  });

  it('keeps everything else if one field is edited', () => {
    fc.assert(
      fc.property(scenario, filled, (given, name) => {
        const edited = writeScenario({ ...readScenario(given), name });
        assert.deepEqual(edited, { ...given, name });
      }),
    );
  });

  it('keeps the other checks, unknown fields and order if the message of a turn is edited', () => {
    fc.assert(
      fc.property(scenario, filled, (given, message) => {
        const form = readScenario(given);
        const turns = form.turns.with(0, { ...form.turns[0]!, message });
        const [first, ...others] = given['interactions'] as readonly Fields[];
        assert.deepEqual(writeScenario({ ...form, turns }), {
          ...given,
          interactions: [{ ...first, user_message: message }, ...others],
        });
      }),
    );
  });

  it('removes a text that was emptied, and the list of checks with its last check', () => {
    const given = { name: 'a', checks: ['Is kind'], interactions: [{ user_message: 'Hi' }] };
    const form = { ...readScenario(given), name: '', checks: [] };
    assert.deepEqual(writeScenario(form), { interactions: [{ user_message: 'Hi' }] });
  });

  it('can be without turns if there is a simulated user, and stays as it was read', () => {
    fc.assert(
      fc.property(simulated, fc.constantFrom({}, { interactions: [] }), (given, rest) => {
        const read = JSON.parse(JSON.stringify({ ...rest, user: given })) as Fields;
        assert.ok(TestBatch.safeParse(read).success);
        assert.deepEqual(writeScenario(readScenario(read)), read);
        assert.equal(countOwnFaults(read), 0);
      }),
    );
  });

  it('drops a turn in which nothing is written when a simulated user is added, and gets one back without it', () => {
    const empty = readScenario(EMPTY_SCENARIO);
    const alone = { ...empty, ...addUser(empty, { ...NEW_USER, goal: 'Block the card' }) };
    const user = { goal: 'Block the card' };
    assert.deepEqual(writeScenario(alone), { interactions: [], user });
    assert.deepEqual(writeScenario({ ...alone, ...removeUser(alone) }), EMPTY_SCENARIO);
    const checked = readScenario({ interactions: [{ user_message: '', checks: ['Is kind'] }] });
    assert.equal(addUser(checked, NEW_USER).turns?.length, 1);
    assert.equal(removeUser(checked).turns?.length, 1);
  });

  it('lists the fields that it does not show', () => {
    const form = readScenario({ owner: 'qa', interactions: [{ user_message: 'Hi', lang: 'de' }] });
    assert.deepEqual(listKept(form), { owner: 'qa' });
    assert.deepEqual(listKept(form.turns[0]!), { lang: 'de' });
    assert.equal(listKept(readScenario(EMPTY_SCENARIO)), undefined);
  });

  it('duplicates a turn behind itself without its id, and moves it', () => {
    const given = { interactions: [{ id: 'a', user_message: '1' }, { user_message: '2' }] };
    const form = readScenario(given);
    const turns = duplicateTurn(form.turns, 0);
    assert.equal(new Set(turns.map(({ key }) => key)).size, 3);
    const moved = moveItem(turns, 0, 2);
    assert.deepEqual(writeScenario({ ...form, turns: moved })['interactions'], [
      { user_message: '1' },
      { user_message: '2' },
      { id: 'a', user_message: '1' },
    ]);
    assert.equal(moveItem(turns, 0, 3), turns);
    assert.deepEqual(newTurn(nextKey(turns)).key, 3);
  });
});

/** Patterns are random here, so faults of patterns do not count. */
function countOwnFaults(given: Fields): number {
  const form = readScenario(given);
  const withoutPatterns = <Item extends { readonly type: string }>(items: readonly Item[]) =>
    items.filter(({ type }) => type !== 'regex');
  return findScenarioFaults({
    ...form,
    checks: withoutPatterns(form.checks),
    turns: form.turns.map((one) => ({ ...one, checks: withoutPatterns(one.checks) })),
  }).count;
}
