import type { Scores } from '@assay/contracts';
import type { CheckOutcome } from '@assay/scorers';

interface ScoredTurn {
  readonly isAnswered: boolean;
  readonly scores: Scores;
  readonly checks: readonly Pick<CheckOutcome, 'passed'>[];
}

/**
 * Whether a turn passed: its checks hold and its overall score reaches the mark, where there is one.
 * Undefined where nothing says what passing is, or where the score could not be made.
 */
export function turnPassed(
  { isAnswered, scores, checks }: ScoredTurn,
  threshold: number | undefined,
): boolean | undefined {
  const { overall } = scores;
  const isGraded = threshold !== undefined && overall !== undefined;
  if (checks.length === 0 && !isGraded) return undefined;
  if (!isAnswered || checks.some(({ passed }) => !passed)) return false;
  if (!isGraded) return true;
  return overall === null ? undefined : overall >= threshold;
}

interface PlayedTurn {
  readonly passed: boolean | null;
  readonly scores: Scores;
}

/**
 * Whether an attempt passed: all of its turns that could did. One that did not settles it; one whose
 * score could not be made leaves it open.
 */
export function attemptPassed(
  turns: readonly PlayedTurn[],
  threshold: number | undefined,
): boolean | undefined {
  if (turns.some(({ passed }) => passed === false)) return false;
  const isOpen = ({ passed, scores }: PlayedTurn): boolean =>
    passed === null && threshold !== undefined && scores['overall'] === null;
  if (turns.some(isOpen)) return undefined;
  return turns.some(({ passed }) => passed === true) ? true : undefined;
}
