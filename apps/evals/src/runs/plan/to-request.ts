import {
  showAddress,
  type Baseline,
  type EvaluationRequest,
  type TestBatch,
} from '@fairtrial/contracts';
import { nameDataset, type PlannedScenario, type Run, type RunPlan } from '../../entities/run.ts';

type RequestedRun = Pick<Run, 'plan' | 'tags' | 'branch'>;

/**
 * Returns the request that repeats a run. A run by dataset names the version of its dataset, unless a rescore has
 * replaced checks since.
 */
export function toRequest(run: RequestedRun): EvaluationRequest {
  const { dataset } = run.plan;
  const request = toBatchRequest(run);
  if (dataset === undefined || dataset.isEdited === true) return request;
  const name = nameDataset(run.plan) ?? undefined;
  return { ...request, test_batch: undefined, dataset: name, filter: dataset.filter };
}

/**
 * Returns the request that repeats a run, with its scenarios and with defaults filled in. Secrets in the endpoint URL
 * are masked, so the caller has to add them again.
 */
export function toBatchRequest({
  plan,
  tags,
  branch,
}: RequestedRun): EvaluationRequest & { test_batch: TestBatch[] } {
  const { systemPrompt, scorers, gates } = plan;
  return {
    ...plan.extra,
    test_batch: plan.scenarios.map(toTestBatch),
    dataset: undefined,
    filter: undefined,
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
  const { id, name, description, checks: ofConversation = [], user, ...rest } = scenario;
  const interactions = rest.interactions.map(({ extra, checks = [], ...interaction }) => ({
    ...extra,
    ...interaction,
    checks: checks.length === 0 ? undefined : [...checks],
  }));
  const checks = ofConversation.length === 0 ? undefined : [...ofConversation];
  return {
    tags: undefined,
    ...rest.extra,
    id,
    name,
    description,
    checks,
    interactions,
    user: user && { persona: undefined, ...user, facts: { ...user.facts } },
  };
}
