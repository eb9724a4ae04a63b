import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CheckResult } from '@fairtrial/contracts';
import { quotesByTurn } from './quotes.ts';

const check = (
  verdict: CheckResult['verdict'],
  ...evidence: NonNullable<CheckResult['evidence']>
): CheckResult => ({ text: 'Asks which card', passed: null, detail: '', verdict, evidence });

test('quotes of checks on the reply and on the conversation are listed by turn, each with its own id', () => {
  const quotes = quotesByTurn(
    {
      checks: [
        { contains: 'card', passed: true, detail: '' },
        check('met', { turn: 1, quote: 'Which card is it?' }),
      ],
      conversation: {
        checks: [
          check('met', { turn: 0, quote: 'Who are you?' }, { turn: 1, quote: 'Which card' }),
        ],
        scores: {},
        passed: true,
      },
    },
    'candidate',
  );
  assert.deepEqual(
    [...quotes],
    [
      [
        1,
        [
          { quoteId: 'quote-candidate-turn-1-0', turn: 1, quote: 'Which card is it?' },
          { quoteId: 'quote-candidate-conversation-0-1', turn: 1, quote: 'Which card' },
        ],
      ],
      [0, [{ quoteId: 'quote-candidate-conversation-0-0', turn: 0, quote: 'Who are you?' }]],
    ],
  );
});

test('quotes of a verdict that is not trusted are not marked in the conversation', () => {
  const checks = [check('untrusted', { turn: 0, quote: 'I verified your identity' })];
  assert.equal(quotesByTurn({ checks }, 'reply').size, 0);
});
