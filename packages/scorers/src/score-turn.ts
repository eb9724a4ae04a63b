import type { Scores, Weights } from '@assay/contracts';
import { scorers } from './registry.ts';
import type { ComparedTurn, Expectation, Reply, Scored } from './scorer.ts';
import { references } from './text-cache.ts';

/** All scores of one reply. */
export function scoreReply(
  reply: Reply,
  expected: Expectation,
  weights: Weights,
): Required<Scored> {
  const { reference_reply: text } = expected;
  const reference = text === '' ? undefined : references.read(text);
  const turn: ComparedTurn = { reply, expected, reference, weights };
  let scores: Scores = {};
  let details: Required<Scored>['details'] = {};
  const flags = isCut(turn) ? ['text_truncated'] : [];
  for (const scorer of scorers) {
    const scored = scorer.score(turn, scores);
    scores = { ...scores, ...scored.scores };
    details = { ...details, ...scored.details };
    flags.push(...(scored.flags ?? []));
  }
  return { scores, details, flags };
}

/** A failed request is 0 in every metric that applies, never the score of the text "Request failed". */
export function scoreFailure(expected: Expectation): Scores {
  return Object.assign({}, ...scorers.map((scorer) => scorer.failed(expected))) as Scores;
}

/** Whether only the beginnings of the texts were compared. */
function isCut({ reply, reference }: ComparedTurn): boolean {
  return reference !== undefined && (reply.text.isCut || reference.isCut);
}
