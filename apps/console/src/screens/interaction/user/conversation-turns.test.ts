import type { InteractionView, TestBatch, UserResult } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { goalQuotes } from '../checks/quotes.ts';
import { faultsByTurn, listFindings, listMessages } from './conversation-turns.ts';

const SPOILED: UserResult = {
  goal_reached: true,
  turns: 3,
  turns_to_goal: 2,
  ended_by: 'user',
  end_reason: null,
  replays: 1,
  excluded: null,
  audit: {
    outcome: 'spoiled',
    goal: {
      verdict: 'reached',
      evidence: [{ turn: 1, quote: 'It is blocked' }],
      reason: 'The card was blocked.',
    },
    faults: [
      {
        kind: 'forgot_fact',
        evidence: [
          { turn: 0, quote: 'I have no card' },
          { turn: 2, quote: 'which card?' },
        ],
        reason: 'It has a card.',
      },
      { kind: 'looped', evidence: [{ turn: 2, quote: 'again' }], reason: 'It repeats itself.' },
    ],
    failure: null,
  },
};

const SCENARIO = {
  interactions: [{ user_message: 'Hi' }],
  user: { goal: 'Block the card' },
} as unknown as TestBatch;

function viewOf(turn: number, turns?: readonly object[]): InteractionView {
  const type = turn === 0 ? 'opening' : 'simulated';
  const conversation = turns && { checks: [], scores: {}, passed: null, turns };
  return { turn, user_message: `message ${turn}`, interaction_type: type, conversation } as never;
}

test('the messages of a conversation are scripted at first; those of its simulated user are named where they are known', () => {
  const transcript = [{ turn: 0 }, { turn: 1 }, { turn: 2 }];
  const known = { scenario: SCENARIO, transcript };
  assert.deepEqual(listMessages({ ...known, view: viewOf(0) }), ['Hi', undefined, undefined]);
  assert.deepEqual(listMessages({ ...known, view: viewOf(2) }), ['Hi', undefined, 'message 2']);
  const turns = [
    { turn: 0, user_message: 'Hi' },
    { turn: 1, user_message: 'Block it' },
  ];
  assert.deepEqual(listMessages({ ...known, view: viewOf(0, turns) }), [
    'Hi',
    'Block it',
    undefined,
  ]);
  const scripted = { scenario: { ...SCENARIO, user: undefined }, transcript: [] };
  assert.deepEqual(listMessages({ ...scripted, view: viewOf(0) }), ['Hi']);
});

test('each finding about a conversation has its own quotes, and its sentence does not repeat them', () => {
  const findings = listFindings(SPOILED, 'reply');
  assert.deepEqual(
    findings.map(({ quotes }) => quotes.map(({ quoteId }) => quoteId)),
    [
      ['quote-reply-goal-0'],
      [],
      ['quote-reply-fault-0-0', 'quote-reply-fault-0-1'],
      ['quote-reply-fault-1-0'],
      [],
    ],
  );
  assert.match(findings[2]?.text ?? '', /forgot a fact: It has a card\.$/);
});

test('the faults of a simulated user are listed by the turn of its message', () => {
  const faults = faultsByTurn(SPOILED, 'candidate');
  assert.deepEqual(faults.get(2), {
    quotes: [
      { quoteId: 'quote-candidate-fault-0-1', turn: 2, quote: 'which card?' },
      { quoteId: 'quote-candidate-fault-1-0', turn: 2, quote: 'again' },
    ],
    labels: ['forgot a fact', 'looped'],
  });
  assert.deepEqual(faults.get(0)?.labels, ['forgot a fact']);
  assert.equal(faultsByTurn(undefined, 'reply').size, 0);
});

test('nothing is quoted for the goal of an attempt that does not count', () => {
  assert.equal(goalQuotes(SPOILED, 'reply').length, 1);
  assert.deepEqual(goalQuotes({ ...SPOILED, excluded: 'user_fault' }, 'reply'), []);
});
