import type { Scorer } from './scorer.ts';

/** A scorer that compares the reply with the reference reply, where there is one. */
export function textScorer(
  key: string,
  compare: (reply: string, reference: string) => number,
): Scorer {
  return {
    keys: (expected) => (expected.reference_reply === '' ? [] : [key]),
    score: (reply, expected) =>
      expected.reference_reply === ''
        ? { scores: {} }
        : { scores: { [key]: compare(reply.text, expected.reference_reply) } },
  };
}
