import type { EvaluationRequest, TestBatch } from '@assay/contracts';
import type { PlannedScenario, Run } from '../../db/runs/run.ts';

/** The request that would run the same again: with every default as it was filled in. */
export function requestOf({ plan, tags }: Run): EvaluationRequest {
  const { systemPrompt, scorers, baselineRunId, gates } = plan;
  return {
    ...plan.extra,
    test_batch: plan.scenarios.map(scenarioOf),
    endpoint: plan.endpoint,
    model_id: plan.modelId,
    attempts: plan.attempts,
    test_name: plan.testName,
    protocol: plan.protocol,
    history: plan.history,
    concurrency: plan.concurrency,
    parameters: plan.parameters,
    weights: plan.weights,
    pass_threshold: plan.passThreshold,
    judge: plan.judge,
    system_prompt: systemPrompt,
    scorers: scorers && [...scorers],
    tags: tags.length === 0 ? undefined : [...tags],
    baseline_run_id: baselineRunId,
    gates: gates.length === 0 ? undefined : [...gates],
  };
}

/** A scenario as it was posted, with its ids. */
export function scenarioOf({ id, name, description, ...rest }: PlannedScenario): TestBatch {
  const interactions = rest.interactions.map(
    ({ extra, judge_instructions, checks = [], ...interaction }) => ({
      ...extra,
      ...interaction,
      judge_instructions,
      checks: checks.length === 0 ? undefined : [...checks],
    }),
  );
  // Each interaction has the judge_instructions of its scenario.
  return { ...rest.extra, id, name, description, judge_instructions: undefined, interactions };
}
