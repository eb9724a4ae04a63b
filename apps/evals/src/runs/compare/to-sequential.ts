import type { SequentialVerdicts } from '@fairtrial/statistics';
import type { RunPlan } from '../../entities/run.ts';
import type { PlanMatch } from '../plan/match-plans.ts';
import type { Decisions } from './find-decisions.ts';

/** The decisions on the compared scenarios of a run with early stopping; `undefined` if they do not apply. */
export function toSequential(
  { scenarios }: PlanMatch,
  { looks }: RunPlan,
  decisions: Decisions | undefined,
): SequentialVerdicts | undefined {
  if (decisions === undefined) return undefined;
  return {
    decisions: scenarios.map((at) => decisions[at.candidate]),
    suiteAttempts: looks?.[0]?.attempts ?? 0,
  };
}
