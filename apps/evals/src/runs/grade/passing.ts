import type { Check, Outcome, Scores } from '@fairtrial/contracts';
import { isApplicable, type CheckOutcome } from '@fairtrial/scorers';
import { checksOf, type PlannedScenario } from '../../entities/run.ts';
import type { SubjectOrdinals } from '../../entities/turn.ts';

interface ScoredTurn {
  readonly isAnswered: boolean;
  readonly scores: Scores;
  /** Required checks only. */
  readonly checks: readonly Pick<CheckOutcome, 'passed' | 'verdict'>[];
}

/**
 * True if the checks of a turn pass and its overall score reaches the pass threshold, if there is one. `undefined` if
 * the turn has neither applicable checks nor a threshold, if a check or the score is not known, or if its request
 * failed, which says nothing about the model.
 */
export function turnPassed(
  { isAnswered, scores, checks }: ScoredTurn,
  threshold: number | undefined,
): boolean | undefined {
  const { overall } = scores;
  const applicable = checks.filter(isApplicable);
  const hasThreshold = threshold !== undefined && overall !== undefined;
  if (applicable.length === 0 && !hasThreshold) return undefined;
  if (!isAnswered) return undefined;
  if (applicable.some(({ passed }) => passed === false)) return false;
  if (applicable.some(({ passed }) => passed === null)) return undefined;
  if (!hasThreshold) return true;
  return overall === null ? undefined : overall >= threshold;
}

/** Returns the results of the required checks. */
export function requiredChecks<T>(
  checks: readonly Check[] | undefined,
  results: readonly T[],
): readonly T[] {
  return results.filter((_, at) => checks?.[at]?.optional !== true);
}

interface AttemptRow extends Pick<SubjectOrdinals, 'turnNo'> {
  /** Absent for a conversation. */
  readonly outcome?: Outcome;
  readonly passed: boolean | null;
  readonly scores: Scores;
  /** Positions of the checks whose result is not known; null if there are none. */
  readonly openChecks: readonly number[] | null;
}

/**
 * True if no turn of an attempt failed, nor its conversation, and at least one passed. `undefined` if a request failed,
 * if a required check or a score that decides is not known, or if it is not known whether a simulated user reached its
 * goal.
 */
export function attemptPassed(
  rows: readonly AttemptRow[],
  scenario: Pick<PlannedScenario, 'interactions' | 'checks' | 'user'>,
  threshold: number | undefined,
): boolean | undefined {
  if (rows.some(({ passed }) => passed === false)) return false;
  const isOpen = ({ turnNo, outcome, passed, scores, openChecks }: AttemptRow): boolean => {
    if (passed !== null) return false;
    const checks = checksOf(scenario, { turnNo });
    return (
      (turnNo === null && scenario.user !== undefined) ||
      outcome === 'endpoint_failed' ||
      (openChecks ?? []).some((at) => checks[at]?.optional !== true) ||
      (threshold !== undefined && scores['overall'] === null)
    );
  };
  if (rows.some(isOpen)) return undefined;
  return rows.some(({ passed }) => passed === true) ? true : undefined;
}
