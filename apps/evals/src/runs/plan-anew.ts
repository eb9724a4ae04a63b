import type { JudgeChoice, ModelPrices, RescoreRequest } from '@assay/contracts';
import type { PlannedMarking, RunPlan } from '../db/run.ts';
import { checkPassThreshold } from './check-pass-threshold.ts';
import { askedBy, planMarking, type ModelsAtHand } from './plan-marking.ts';
import { pricesFor } from './prices-for.ts';

interface Anew {
  readonly revision: number;
  readonly models: ModelsAtHand;
  readonly prices: ModelPrices;
}

/** How a run is scored anew: what the request leaves out stays as it was. */
export function planAnew(plan: RunPlan, request: RescoreRequest, anew: Anew): RunPlan {
  const { scorers = plan.scorers, weights = plan.weights, judge = plan.judge } = request;
  const passThreshold = request.pass_threshold ?? plan.passThreshold;
  checkPassThreshold({ pass_threshold: passThreshold, scorers: scorers && [...scorers] });
  const said = { ...plan, scorers, weights, judge, passThreshold };
  const marking =
    request.judge === undefined
      ? asBefore(said, request, anew)
      : planMarking({ ...said, since: anew.revision }, modelsFor(plan, request, anew));
  // What was paid then was paid at the prices of then.
  const prices = { ...pricesFor({ ...said, marking }, anew.prices), ...plan.prices };
  return { ...said, marking, prices, asked: askedBy(marking) };
}

/** What judges have said counts on: they are asked again only where the request speaks of them. */
function asBefore(plan: RunPlan, request: RescoreRequest, anew: Anew): PlannedMarking | undefined {
  const since = plan.marking?.since ?? anew.revision;
  const { embeddings } = modelsFor(plan, request, anew);
  const judges = plan.marking?.judge?.models ?? [plan.marking?.annotator ?? []].flat();
  return planMarking({ ...plan, judge: choiceOf(plan), since }, { judges, embeddings });
}

function choiceOf({ marking }: RunPlan): JudgeChoice | undefined {
  if (marking?.judge === undefined) return marking?.annotator === undefined ? false : undefined;
  const { samples, temperature, rubric } = marking.judge;
  return { samples, temperature, rubric, allow_self_judge: true }; // as was decided then
}

/** Embeddings are there where they were, and where they are asked for by name. */
function modelsFor(
  { marking }: RunPlan,
  { scorers = [] }: RescoreRequest,
  { models }: Anew,
): ModelsAtHand {
  const isNamed = scorers.includes('semantic_similarity');
  return { ...models, embeddings: isNamed ? models.embeddings : marking?.embeddings };
}
