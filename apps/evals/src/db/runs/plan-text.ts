import type { RunPlan } from './run.ts';

/**
 * Serialises a plan for its column. The caller's text is sent and echoed exactly, including characters on which a
 * statement that reads inside the plan would fail (NUL, half a surrogate pair). Fields that statements need, or that
 * change, have separate columns.
 */
export function toPlanText(plan: RunPlan): string {
  return JSON.stringify({ ...plan, scenarioAttempts: undefined } satisfies RunPlan);
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
