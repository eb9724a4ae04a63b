import { ExcludedReason, UserFaultKind, UserResult, type UserAudit } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  describeUser,
  endLabel,
  excludedLabel,
  explainUser,
  faultLabel,
  goalStatus,
} from './user-words.ts';

const AUDIT: UserAudit = {
  outcome: 'clean',
  goal: {
    verdict: 'reached',
    evidence: [{ turn: 2, quote: 'Your card is blocked' }],
    reason: 'The card was blocked.',
  },
  faults: [],
  failure: null,
};
const REACHED: UserResult = {
  goal_reached: true,
  turns: 4,
  turns_to_goal: 3,
  ended_by: 'user',
  end_reason: 'I have what I need.',
  replays: 0,
  excluded: null,
  audit: AUDIT,
};

it('every kind of fault, end and exclusion of a simulated user has its own label without underscores', () => {
  for (const labels of [
    UserFaultKind.options.map(faultLabel),
    UserResult.shape.ended_by.options.map(endLabel),
    ExcludedReason.options.map(excludedLabel),
  ]) {
    assert.equal(new Set(labels).size, labels.length);
    assert.deepEqual(
      labels.filter((label) => label.includes('_')),
      [],
    );
  }
  assert.equal(faultLabel('a_new_kind'), 'a new kind');
});

it('explainUser gives the verdict on the goal with its quotes, and why the conversation ended', () => {
  assert.deepEqual(explainUser(REACHED), [
    {
      text: '✓ goal reached after 3 turns: The card was blocked. "Your card is blocked" (turn 3)',
      tone: 'ok',
    },
    { text: 'ended by the user after 4 turns: I have what I need.', tone: 'plain' },
  ]);
  const missed = { ...REACHED, goal_reached: false, turns_to_goal: null } as const;
  assert.equal(explainUser(missed)[0]?.tone, 'bad');
});

it('explainUser names the faults of a spoiled conversation, and never says that its goal was missed', () => {
  const evidence = [{ turn: 1, quote: 'I have no card' }];
  const spoiled: UserResult = {
    ...REACHED,
    goal_reached: null,
    turns_to_goal: null,
    ended_by: 'max_turns',
    end_reason: null,
    replays: 2,
    excluded: 'user_fault',
    audit: {
      ...AUDIT,
      outcome: 'spoiled',
      faults: [{ kind: 'forgot_fact', evidence, reason: 'It has a card.' }],
    },
  };
  assert.deepEqual(
    explainUser(spoiled).map(({ text }) => text),
    [
      '– does not count: the simulated user spoiled the conversation',
      'ended at the maximum number of turns after 4 turns',
      'fault of the simulated user: forgot a fact: It has a card. "I have no card" (turn 2)',
      'played again 2 times because of a fault of the simulated user',
    ],
  );
});

it('explainUser says why the goal was not decided', () => {
  const open = { ...REACHED, goal_reached: null, turns_to_goal: null };
  const failed: UserAudit = { ...AUDIT, outcome: 'failed', goal: null, failure: 'timeout' };
  assert.equal(explainUser({ ...open, audit: failed })[0]?.text, '? goal not decided: timeout');
  assert.equal(
    explainUser({ ...open, audit: null })[0]?.text,
    '? goal not decided: the conversation was not audited',
  );
});

it('the states of a goal differ by label and glyph', () => {
  const states = [
    { goal_reached: true, excluded: null },
    { goal_reached: false, excluded: null },
    { goal_reached: null, excluded: null },
    { goal_reached: null, excluded: 'user_failed' },
  ] as const;
  const found = states.map(goalStatus);
  assert.equal(new Set(found.map(({ label }) => label)).size, states.length);
  assert.equal(new Set(found.map(({ glyph }) => glyph)).size, states.length);
});

it('describeUser lists what the simulated user was told, and the default of its messages', () => {
  const facts = { card: '4471', has_passport: true };
  assert.deepEqual(
    describeUser({ goal: 'Block the card', persona: 'Terse', facts, max_turns: undefined }),
    [
      { label: 'Goal', text: 'Block the card' },
      { label: 'Persona', text: 'Terse' },
      { label: 'Facts', text: 'card: 4471\nhas_passport: true' },
      { label: 'Messages', text: 'at most 8' },
    ],
  );
});
