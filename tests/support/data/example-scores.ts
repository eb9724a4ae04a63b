import type { Scores } from '@fairtrial/contracts';
import { readText, scoreFailure, scoreReply } from '@fairtrial/scorers';

/** The expectation of the interaction in the tables of the specification, which `createRequest` sends. */
const EXPECTED = {
  reference_reply: 'Hi, how can I help?',
  reference_metadata: { intent: 'greet', sentiment: 'positive' },
};
const SCORING = { weights: { reply: 0.7, metadata: 0.3 } };

/**
 * The scores of a reply that equals its reference, by every scorer of the registry. A test overwrites those whose values
 * it knows, so that a new scorer changes no test.
 */
export function scoresOfExample(): Scores {
  const text = readText(EXPECTED.reference_reply);
  const reply = { text, metadata: EXPECTED.reference_metadata, absent: 'wrong' } as const;
  const { scores } = scoreReply(reply, EXPECTED, SCORING);
  const known = Object.entries(scores).flatMap(([name, score]) =>
    score === null ? [] : [[name, Number(score.toFixed(4))] as const],
  );
  return Object.fromEntries(known);
}

/** The scores of a failed request of the same interaction. */
export function scoresOfFailedExample(): Scores {
  return scoreFailure(EXPECTED, SCORING);
}
