import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { mergeScenarios, takeTheirs } from './merge-scenarios.ts';
import type { Fields } from './scenario-form.ts';

const BASE = {
  name: 'Card',
  tags: ['a'],
  interactions: [{ user_message: 'Hi' }, { user_message: 'Bye', checks: ['Is kind'] }],
};

describe('Two changes of one scenario', () => {
  it('are joined if they are in different fields', () => {
    const mine = { ...BASE, name: 'Lost card' };
    const theirs = {
      tags: ['a'],
      description: 'new',
      interactions: [{ user_message: 'Hi', reference_reply: 'Hello' }, BASE.interactions[1]],
    };
    const { scenario, conflicts } = mergeScenarios({ base: { ...BASE }, mine, theirs });
    assert.deepEqual(conflicts, [
      { turn: undefined, name: 'name', mine: 'Lost card', theirs: undefined },
    ]);
    assert.deepEqual(scenario, { ...theirs, name: 'Lost card' });
  });

  it('conflict only in fields that both changed differently, and either value can be taken', () => {
    const change = (message: string, name: string) => ({
      ...BASE,
      name,
      interactions: [{ user_message: message }, BASE.interactions[1]],
    });
    const merge = mergeScenarios({
      base: BASE,
      mine: change('Hi there', 'Same'),
      theirs: change('Hey', 'Same'),
    });
    assert.deepEqual(merge.conflicts, [
      { turn: 0, name: 'user_message', mine: 'Hi there', theirs: 'Hey' },
    ]);
    assert.deepEqual(takeTheirs(merge, new Set()), change('Hi there', 'Same'));
    assert.deepEqual(takeTheirs(merge, new Set(['0/user_message'])), change('Hey', 'Same'));
  });

  it('conflict as a list of turns if the number of turns differs', () => {
    const mine = { ...BASE, interactions: [...BASE.interactions, { user_message: 'More' }] };
    const theirs = { ...BASE, interactions: [{ user_message: 'Hello' }, BASE.interactions[1]] };
    const merge = mergeScenarios({ base: BASE, mine, theirs });
    assert.deepEqual(
      merge.conflicts.map(({ name }) => name),
      ['interactions'],
    );
    assert.deepEqual(takeTheirs(merge, new Set(['interactions'])), theirs);
  });

  it('take the only change, whichever side made it', () => {
    const scenario = fc
      .record(
        {
          name: fc.string(),
          description: fc.string(),
          interactions: fc.array(
            fc.record(
              { user_message: fc.string(), reference_reply: fc.string() },
              { requiredKeys: ['user_message'] },
            ),
            { minLength: 1, maxLength: 3 },
          ),
        },
        { requiredKeys: ['interactions'] },
      )
      .map((value) => JSON.parse(JSON.stringify(value)) as Fields);
    fc.assert(
      fc.property(scenario, scenario, (base, changed) => {
        for (const sides of [
          { mine: base, theirs: changed },
          { mine: changed, theirs: base },
        ]) {
          const merge = mergeScenarios({ base, ...sides });
          assert.deepEqual([merge.scenario, merge.conflicts], [changed, []]);
        }
      }),
    );
  });
});
