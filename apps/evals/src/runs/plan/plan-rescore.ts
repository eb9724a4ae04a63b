import type { JudgeChoice, ModelPrices, RescoreRequest } from '@assay/contracts';
import type { PlannedGrading, RunPlan } from '../../db/runs/run.ts';
import { checkPassThreshold } from './validate.ts';
import { listModelScorers, planGrading, type AvailableModels } from './plan-grading.ts';
import { selectPrices } from '../summary/pricing.ts';

interface RescoreContext {
  readonly revision: number;
  readonly models: AvailableModels;
  readonly prices: ModelPrices;
}

/** Returns the plan of the next revision of a run. Fields that the request leaves out are unchanged. */
export function planRescore(
  plan: RunPlan,
  request: RescoreRequest,
  context: RescoreContext,
): RunPlan {
  const { scorers = plan.scorers, weights = plan.weights, judge = plan.judge } = request;
  const passThreshold = request.pass_threshold ?? plan.passThreshold;
  checkPassThreshold({ pass_threshold: passThreshold, scorers: scorers && [...scorers] });
  const merged = { ...plan, scorers, weights, judge, passThreshold };
  const grading =
    request.judge === undefined
      ? keepGrading(merged, request, context)
      : planGrading(
          { ...merged, sinceRevision: context.revision },
          selectModels(plan, request, context),
        );
  // Answers that are already paid for keep their prices.
  const prices = { ...selectPrices({ ...merged, grading }, context.prices), ...plan.prices };
  return { ...merged, grading, prices, modelScorers: listModelScorers(grading) };
}

/** Stored judgements stay valid: judges are called again only if the request has `judge`. */
function keepGrading(
  plan: RunPlan,
  request: RescoreRequest,
  context: RescoreContext,
): PlannedGrading | undefined {
  const sinceRevision = plan.grading?.sinceRevision ?? context.revision;
  const { embeddings } = selectModels(plan, request, context);
  const judges = plan.grading?.judge?.models ?? [plan.grading?.annotator ?? []].flat();
  return planGrading(
    { ...plan, judge: toJudgeChoice(plan), sinceRevision },
    { judges, embeddings },
  );
}

function toJudgeChoice({ grading }: RunPlan): JudgeChoice | undefined {
  if (grading?.judge === undefined) return grading?.annotator === undefined ? false : undefined;
  const { samples, temperature, instructions } = grading.judge;
  return { samples, temperature, instructions, allow_self_judge: true }; // the first plan has already allowed it
}

/** Embeddings are used if the run used them before, or if the request names the scorer that needs them. */
function selectModels(
  { grading }: RunPlan,
  { scorers = [] }: RescoreRequest,
  { models }: RescoreContext,
): AvailableModels {
  const isNamed = scorers.includes('semantic_similarity');
  return { ...models, embeddings: isNamed ? models.embeddings : grading?.embeddings };
}
