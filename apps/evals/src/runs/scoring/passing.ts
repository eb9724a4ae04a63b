import type { Scores } from '@assay/contracts';
import type { CheckOutcome } from '@assay/scorers';

interface ScoredTurn {
  readonly isAnswered: boolean;
  readonly scores: Scores;
  /** Required checks only. */
  readonly checks: readonly Pick<CheckOutcome, 'passed'>[];
}

/**
 * True if the checks of a turn pass and its overall score reaches the pass threshold, if there is one. `undefined` if
 * the turn has neither checks nor a threshold, if it has no score, or if its request failed, which says nothing about
 * the model.
 */
export function turnPassed(
  { isAnswered, scores, checks }: ScoredTurn,
  threshold: number | undefined,
): boolean | undefined {
  const { overall } = scores;
  const hasThreshold = threshold !== undefined && overall !== undefined;
  if (checks.length === 0 && !hasThreshold) return undefined;
  if (!isAnswered) return undefined;
  if (checks.some(({ passed }) => passed === false)) return false;
  if (!hasThreshold) return true;
  return overall === null ? undefined : overall >= threshold;
}

interface AttemptTurn {
  readonly passed: boolean | null;
  readonly scores: Scores;
}

/**
 * True if no turn of an attempt failed and at least one passed. `undefined` if a turn has no score or its request
 * failed.
 */
export function attemptPassed(
  turns: readonly AttemptTurn[],
  threshold: number | undefined,
): boolean | undefined {
  if (turns.some(({ passed }) => passed === false)) return false;
  const isOpen = ({ passed, scores }: AttemptTurn): boolean =>
    passed === null &&
    (scores['answered'] === 0 || (threshold !== undefined && scores['overall'] === null));
  if (turns.some(isOpen)) return undefined;
  return turns.some(({ passed }) => passed === true) ? true : undefined;
}
