import type { Grades } from '../../scoring/score-answer.ts';
import type { OwnScores } from './score-replies.ts';

/** The key of `score_details` that has the results of own scorers. */
export const OWN_SCORERS_DETAIL = 'own_scorers';

/** The part of `score_details` about one own scorer. */
export interface OwnScorerDetail {
  readonly score: number | null;
}

interface OwnResult extends Pick<Grades, 'own'> {
  readonly details: Readonly<Record<string, unknown>>;
  readonly flags: readonly string[];
}

/** The grades of own scorers for one turn, with the details and flags that explain them. */
export function toOwnResult(scores: OwnScores | undefined): OwnResult {
  if (scores === undefined || scores.size === 0) return { details: {}, flags: [] };
  const results = Array.from(scores, ([name, { state, ...result }]) => {
    const score = 'score' in result ? result.score : null;
    return { name, score, detail: { ...result, score } satisfies OwnScorerDetail, state };
  });
  const details = Object.fromEntries(results.map(({ name, detail }) => [name, detail]));
  return {
    own: Object.fromEntries(results.map(({ name, score }) => [name, score])),
    details: { [OWN_SCORERS_DETAIL]: details },
    flags: results.some(({ state }) => state === 'scorer_failed') ? ['scorer_failed'] : [],
  };
}
