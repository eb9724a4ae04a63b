import { SimulatedUser } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findUserFaults, NEW_USER, readUser, writeUser, type UserForm } from './user-form.ts';

const CARD: UserForm = {
  goal: 'Block the card',
  persona: 'In a hurry',
  facts: [
    { name: 'card', kind: 'text', text: 'ends in 42' },
    { name: 'cards', kind: 'number', text: '2' },
    { name: 'abroad', kind: 'yes_no', text: 'yes' },
  ],
  maxTurns: '5',
};

describe('A simulated user as a form', () => {
  it('is written as the service reads it, without what is empty', () => {
    const written = writeUser(CARD, undefined);
    assert.deepEqual(written, {
      goal: 'Block the card',
      persona: 'In a hurry',
      facts: { card: 'ends in 42', cards: 2, abroad: true },
      max_turns: 5,
    });
    assert.deepEqual(SimulatedUser.parse(written), written);
    assert.deepEqual(writeUser({ ...NEW_USER, goal: 'a' }, undefined), { goal: 'a' });
    assert.equal(writeUser(undefined, { goal: 'a' }), undefined);
  });

  it('stays as it was read if nothing was edited', () => {
    for (const source of [null, undefined, { goal: 'a', persona: null, facts: {}, max_turns: 8 }]) {
      assert.equal(writeUser(readUser(source), source), source);
    }
  });

  it('names what the service would refuse', () => {
    assert.equal(findUserFaults(NEW_USER).goal, 'Write what the user wants to achieve.');
    const { goal, persona } = findUserFaults({
      ...CARD,
      goal: 'x'.repeat(4001),
      persona: 'x'.repeat(4001),
    });
    assert.equal(goal, 'Shorten the text to 4000 characters; it has 4001.');
    assert.equal(persona, goal);
    for (const maxTurns of ['0', '51', '2.5', 'many']) {
      assert.match(findUserFaults({ ...CARD, maxTurns }).maxTurns ?? '', /from 1 to 50/, maxTurns);
    }
    for (const maxTurns of ['', ' ', '1', '50']) {
      assert.equal(findUserFaults({ ...CARD, maxTurns }).maxTurns, undefined);
    }
  });

  it('names the fact that the service would refuse', () => {
    const fact = { name: 'card', kind: 'text', text: 'a' } as const;
    const faults = (...facts: UserForm['facts']) => [...findUserFaults({ ...CARD, facts }).facts];
    assert.deepEqual(faults(fact), []);
    assert.deepEqual(faults({ ...fact, name: '' }), [[0, 'Write a name, or remove the row.']]);
    assert.match(faults(fact, fact)[0]?.[1] ?? '', /another row called card/);
    assert.match(faults({ ...fact, name: 'x'.repeat(101) })[0]?.[1] ?? '', /to 100 characters/);
    assert.match(faults({ ...fact, text: 'x'.repeat(1001) })[0]?.[1] ?? '', /to 1000 characters/);
    assert.match(faults({ ...fact, kind: 'kept', text: '[]' })[0]?.[1] ?? '', /add it again/);
    assert.match(faults({ ...fact, kind: 'number' })[0]?.[1] ?? '', /Write a number/);
  });
});
