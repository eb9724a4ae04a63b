import type { ScorerName, Scores, Weights } from '@assay/contracts';
import { chooseScorers } from './choose-scorers.ts';
import type { ComparedTurn, Expectation, Reply, Scored } from './scorer.ts';
import { references } from './text/text-cache.ts';

/** What is wanted of the scorers. */
export interface Scoring {
  readonly weights: Weights;
  /** All of them where it is absent. */
  readonly scorers?: readonly ScorerName[] | undefined;
  /** Those for which a model is asked. */
  readonly asked?: readonly ScorerName[] | undefined;
}

/** All scores of one reply. */
export function scoreReply(
  reply: Reply,
  expected: Expectation,
  { weights, scorers }: Scoring,
): Required<Scored> {
  const { reference_reply: text } = expected;
  const reference = text === '' ? undefined : references.read(text);
  const turn: ComparedTurn = { reply, expected, reference, weights };
  const { needed, isShown } = chooseScorers(scorers);
  const scores: Record<string, number | null> = {};
  const shown: Record<string, number | null> = {};
  const details: Record<string, unknown> = {};
  const flags = isCut(turn) ? ['text_truncated'] : [];
  for (const scorer of needed) {
    const scored = scorer.score(turn, scores);
    Object.assign(scores, scored.scores);
    if (!isShown(scorer)) continue;
    Object.assign(shown, scored.scores);
    Object.assign(details, scored.details);
    flags.push(...(scored.flags ?? []));
  }
  return { scores: shown, details, flags };
}

/** A failed request is 0 in every metric that applies, never the score of the text "Request failed". */
export function scoreFailure(
  expected: Expectation,
  { weights, scorers, asked = [] }: Scoring,
): Scores {
  const { needed, isShown } = chooseScorers(scorers);
  const failed = needed
    .filter((scorer) => isShown(scorer) && (!scorer.asksModel || asked.includes(scorer.name)))
    .map((scorer) => scorer.failed(expected, weights));
  return Object.assign({}, ...failed) as Scores;
}

/** Whether only the beginnings of the texts were compared. */
function isCut({ reply, reference }: ComparedTurn): boolean {
  return reference !== undefined && (reply.text.isCut || reference.isCut);
}
