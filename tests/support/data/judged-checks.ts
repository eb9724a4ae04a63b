import type { EvaluationResponse } from '@fairtrial/contracts';
import { evaluate } from '../calls/evaluate.ts';
import type { ConsoleEnvironment } from '../browser/open-console.ts';

/** Longer than the excerpt of a list, so that the quote is only in the full reply. */
const GREETING = 'Thank you for calling about the card that you lost on your way home. '.repeat(3);

/** The user messages of a conversation about a lost card. The echo model replies with the same words. */
const MESSAGES = [
  `${GREETING}Please confirm your *identity* with the code that we sent you.`,
  'Which card is it? Your new card arrives on 3 May.',
];

/**
 * Runs a conversation of two turns with judged checks: of those on the second reply, one passes, one fails, one does not
 * apply and one is not decided. Of those on the conversation, the first quotes the first turn and the second fails.
 */
export function runJudgedChecks(
  { evals, endpoint }: ConsoleEnvironment,
  changes: object = {},
): Promise<EvaluationResponse> {
  const [first = '', second = ''] = MESSAGES;
  return evaluate(evals, {
    endpoint,
    model_id: 'sim/echo',
    test_name: 'judged checks',
    test_batch: {
      id: 'lost-card',
      interactions: [
        { user_message: first },
        {
          user_message: second,
          checks: [
            'Asks "which card"',
            { never: 'Promises "arrives on 3 May"', id: 'no-date' },
            'If the user mentions "fees", names the fee',
            'Is it ok?',
            { max_words: 60 },
          ],
        },
      ],
      checks: [
        { id: 'identity-first', text: 'Says "confirm your identity"' },
        'Says "your card is blocked"',
      ],
    },
    ...changes,
  });
}
