import type { ScorerName } from '@assay/contracts';
import type { Text } from './read-text.ts';
import type { Scorer } from '../scorer.ts';

/** A scorer that compares the reply with the reference reply, where there is one. */
export function textScorer(
  key: ScorerName,
  compare: (reply: Text, reference: Text) => number,
): Scorer {
  return {
    name: key,
    failed: (expected) => (expected.reference_reply === '' ? {} : { [key]: 0 }),
    score: ({ reply, reference }) =>
      reference === undefined
        ? { scores: {} }
        : { scores: { [key]: compare(reply.text, reference) } },
  };
}
