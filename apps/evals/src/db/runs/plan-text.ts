import type { RunPlan } from './run.ts';

/**
 * A plan for its column: what a caller wrote is asked and echoed exactly, with characters on which a statement that
 * looks into the plan would fail (NUL, half a surrogate pair). What statements need of a plan has a column of its own.
 */
export function toPlanText(plan: RunPlan): string {
  return JSON.stringify(plan);
}

type StoredPlan = Partial<RunPlan> & Omit<RunPlan, 'gates' | 'isSimulated' | 'modelScorers'>;

/** JSON omits undefined fields, and older plans have fewer fields. */
export function readPlanText(text: string): RunPlan {
  const plan = JSON.parse(text) as StoredPlan;
  const { systemPrompt, scorers, grading, baselineRunId } = plan;
  const { modelScorers = [], gates = [], isSimulated = false } = plan;
  return {
    ...plan,
    systemPrompt,
    scorers,
    modelScorers,
    grading,
    baselineRunId,
    gates,
    isSimulated,
  };
}
