import type { RunPlan } from '../../entities/run.ts';

/**
 * Serialises a plan for its column. The caller's text is sent and echoed exactly, including characters on which a
 * statement that reads inside the plan would fail (NUL, half a surrogate pair). Fields that statements need, or that
 * change, have separate columns.
 */
export function toPlanText(plan: RunPlan): string {
  return JSON.stringify({ ...plan, scenarioAttempts: undefined } satisfies RunPlan);
}

/** JSON omits undefined fields. */
export function readPlanText(text: string): RunPlan {
  return JSON.parse(text) as RunPlan;
}
