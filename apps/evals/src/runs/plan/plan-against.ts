import type { CallBudget, RunId } from '@fairtrial/contracts';
import type { Run, RunPlan } from '../../entities/run.ts';
import { planRun, type PlanContext } from './plan-run.ts';
import { toBatchRequest } from './to-request.ts';

/** The tag of the second run of a pair. */
const TAG = 'against';

/**
 * Returns two runs that are played at the same time, so that other influences on the endpoint affect both: the
 * baseline, which sends the same requests to a second model, and the candidate. They share the concurrency of the
 * request; each has at least 1.
 */
export function planAgainst(
  run: Run,
  second: { readonly id: RunId; readonly modelId: string },
  context: PlanContext,
): readonly [Run, Run] {
  const { concurrency } = run.plan;
  const request = {
    ...toBatchRequest(run),
    target: run.plan.target,
    endpoint: run.plan.endpoint, // with its secrets, which `toBatchRequest` hides
    model_id: second.modelId,
    against: undefined,
    gates: undefined,
    concurrency: Math.max(1, Math.floor(concurrency / 2)),
    budget: halveBudget(run.plan),
  };
  const baseline: Run = {
    ...run,
    id: second.id,
    tags: [...run.tags, TAG],
    plan: {
      ...planRun(request, context),
      dataset: run.plan.dataset,
      warnings: run.plan.warnings,
    },
    partnerId: run.id,
    isAgainst: true,
  };
  const reason = `${second.modelId} is played at the same time, attempt by attempt`;
  const candidate: Run = {
    ...run,
    plan: {
      ...run.plan,
      concurrency: Math.ceil(concurrency / 2),
      budget: halveBudget(run.plan),
      baselineRunId: baseline.id,
      baseline: { requested: 'against', reason },
    },
    partnerId: baseline.id,
  };
  return [baseline, candidate];
}

/** Together the two runs make no more calls than the request allows. */
function halveBudget({ budget }: Pick<RunPlan, 'budget'>): CallBudget | undefined {
  return budget && { calls: Math.floor(budget.calls / 2) };
}
