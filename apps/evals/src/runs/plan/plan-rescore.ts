import type { JudgeChoice, ModelPrices, RescoreRequest } from '@assay/contracts';
import type { PlannedGrading, RunPlan } from '../../db/runs/run.ts';
import { checkPassThreshold } from './check-pass-threshold.ts';
import { askedBy, planGrading, type ModelsAtHand } from './plan-grading.ts';
import { pricesFor } from '../summary/prices-for.ts';

interface Anew {
  readonly revision: number;
  readonly models: ModelsAtHand;
  readonly prices: ModelPrices;
}

/** How a run is scored anew: what the request leaves out stays as it was. */
export function planRescore(plan: RunPlan, request: RescoreRequest, anew: Anew): RunPlan {
  const { scorers = plan.scorers, weights = plan.weights, judge = plan.judge } = request;
  const passThreshold = request.pass_threshold ?? plan.passThreshold;
  checkPassThreshold({ pass_threshold: passThreshold, scorers: scorers && [...scorers] });
  const said = { ...plan, scorers, weights, judge, passThreshold };
  const grading =
    request.judge === undefined
      ? asBefore(said, request, anew)
      : planGrading({ ...said, since: anew.revision }, modelsFor(plan, request, anew));
  // What was paid then was paid at the prices of then.
  const prices = { ...pricesFor({ ...said, grading }, anew.prices), ...plan.prices };
  return { ...said, grading, prices, asked: askedBy(grading) };
}

/** What judges have said counts on: they are asked again only where the request speaks of them. */
function asBefore(plan: RunPlan, request: RescoreRequest, anew: Anew): PlannedGrading | undefined {
  const since = plan.grading?.since ?? anew.revision;
  const { embeddings } = modelsFor(plan, request, anew);
  const judges = plan.grading?.judge?.models ?? [plan.grading?.annotator ?? []].flat();
  return planGrading({ ...plan, judge: choiceOf(plan), since }, { judges, embeddings });
}

function choiceOf({ grading }: RunPlan): JudgeChoice | undefined {
  if (grading?.judge === undefined) return grading?.annotator === undefined ? false : undefined;
  const { samples, temperature, instructions } = grading.judge;
  return { samples, temperature, instructions, allow_self_judge: true }; // as was decided then
}

/** Embeddings are there where they were, and where they are asked for by name. */
function modelsFor(
  { grading }: RunPlan,
  { scorers = [] }: RescoreRequest,
  { models }: Anew,
): ModelsAtHand {
  const isNamed = scorers.includes('semantic_similarity');
  return { ...models, embeddings: isNamed ? models.embeddings : grading?.embeddings };
}
