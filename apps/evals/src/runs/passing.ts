import type { Scores } from '@assay/contracts';
import type { Checked } from '@assay/scorers';

interface ScoredTurn {
  readonly isAnswered: boolean;
  readonly scores: Scores;
  readonly assertions: readonly Pick<Checked, 'passed'>[];
}

/**
 * Whether a turn passed: its assertions hold and its overall score reaches the mark, where there is one.
 * Undefined where nothing says what passing is, or where the score could not be made.
 */
export function turnPassed(
  { isAnswered, scores, assertions }: ScoredTurn,
  threshold: number | undefined,
): boolean | undefined {
  const { overall } = scores;
  const isMarked = threshold !== undefined && overall !== undefined;
  if (assertions.length === 0 && !isMarked) return undefined;
  if (!isAnswered || assertions.some(({ passed }) => !passed)) return false;
  if (!isMarked) return true;
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
