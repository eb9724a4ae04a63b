import type { Scores } from '@assay/contracts';
import { scorers } from './registry.ts';
import type { Expectation, Reply, Scored } from './scorer.ts';

/** All scores of one reply. */
export function scoreReply(reply: Reply, expected: Expectation): Required<Scored> {
  const all = scorers.map((scorer) => scorer.score(reply, expected));
  return {
    scores: Object.assign({}, ...all.map((scored) => scored.scores)) as Scores,
    details: Object.assign(
      {},
      ...all.map((scored) => scored.details),
    ) as Required<Scored>['details'],
  };
}

/** A failed request is 0 in every metric that applies, never the score of the text "Request failed". */
export function scoreFailure(expected: Expectation): Scores {
  const keys = scorers.flatMap((scorer) => scorer.keys(expected));
  return Object.fromEntries(keys.map((key) => [key, 0]));
}
