import {
  showAddress,
  type Baseline,
  type EvaluationRequest,
  type TestBatch,
} from '@assay/contracts';
import type { PlannedScenario, Run, RunPlan } from '../../db/runs/run.ts';

/**
 * Returns the request that repeats a run, with defaults filled in. Secrets in the endpoint URL are masked, so the
 * caller has to add them again.
 */
export function toRequest({
  plan,
  tags,
  branch,
}: Pick<Run, 'plan' | 'tags' | 'branch'>): EvaluationRequest {
  const { systemPrompt, scorers, gates } = plan;
  return {
    ...plan.extra,
    test_batch: plan.scenarios.map(toTestBatch),
    endpoint: showAddress(plan.endpoint),
    model_id: plan.modelId,
    attempts: plan.attempts,
    stop_early: plan.looks && true,
    test_name: plan.testName,
    protocol: plan.protocol,
    target: plan.target,
    strict: undefined, // does not affect the run
    history: plan.history,
    concurrency: plan.concurrency,
    budget: plan.budget,
    parameters: plan.parameters,
    weights: plan.weights,
    pass_threshold: plan.passThreshold,
    judge: plan.judge,
    system_prompt: systemPrompt,
    scorers: scorers && [...scorers],
    tags: tags.length === 0 ? undefined : [...tags],
    baseline: toBaseline(plan),
    against: plan.against,
    branch,
    gates: gates.length === 0 ? undefined : [...gates],
  };
}

function toBaseline({ baseline, baselineRunId, against }: RunPlan): Baseline | undefined {
  if (against !== undefined) return undefined;
  const requested = baseline?.requested;
  return requested === 'latest' || requested === 'pinned' ? requested : baselineRunId;
}

/** A scenario as it was posted, with generated ids filled in. */
export function toTestBatch(scenario: PlannedScenario): TestBatch {
  const { id, name, description, checks: ofConversation = [], ...rest } = scenario;
  const interactions = rest.interactions.map(
    ({ extra, judge_instructions, checks = [], ...interaction }) => ({
      ...extra,
      ...interaction,
      judge_instructions,
      checks: checks.length === 0 ? undefined : [...checks],
    }),
  );
  // The plan has copied the judge_instructions of the scenario to each interaction.
  const checks = ofConversation.length === 0 ? undefined : [...ofConversation];
  return {
    ...rest.extra,
    id,
    name,
    description,
    judge_instructions: undefined,
    checks,
    interactions,
  };
}
