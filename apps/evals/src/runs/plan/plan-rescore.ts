import {
  type JudgeChoice,
  type ModelPrices,
  type RescoreRequest,
  AppError,
  toPointer,
  type FieldError,
} from '@fairtrial/contracts';
import { formatMany } from '@fairtrial/format';
import { isDeepStrictEqual } from 'node:util';
import {
  listOwnScorers,
  type PlannedGrading,
  type RunPlan,
  type PlannedInteraction,
  type PlannedScenario,
} from '../../entities/run.ts';
import { checkPassThreshold } from './validate.ts';
import {
  listModelScorers,
  planGrading,
  selectPrices,
  type AvailableModels,
} from './plan-grading.ts';
import { checkScorerNames, planOwnScorers, withOwnScorers } from './plan-own-scorers.ts';
import { hashContent, serializeContent } from './match-plans.ts';
import { planScenario } from './plan-run.ts';

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
  const available = listAvailable(plan, context);
  checkScorerNames({ scorers, weights }, available);
  const passThreshold = request.pass_threshold ?? plan.passThreshold;
  checkPassThreshold({ pass_threshold: passThreshold, scorers: scorers && [...scorers] });
  const { test_batch: posted } = request;
  const scenarios = posted === undefined ? plan.scenarios : replaceChecks(plan.scenarios, posted);
  const dataset = editDataset(plan, scenarios);
  const choices = { scorers, weights, judge, passThreshold };
  const merged = { ...plan, scenarios, ...(dataset && { dataset }), ...choices };
  const sinceRevision = ownScoresSince(plan, request, context);
  const ownScorers = planOwnScorers({ scorers, weights, sinceRevision }, available);
  const models =
    request.judge === undefined
      ? keepGrading(merged, request, context)
      : planGrading(
          { ...merged, sinceRevision: context.revision },
          selectModels(plan, request, context),
        );
  const grading = withOwnScorers(models, ownScorers);
  // Answers that are already paid for keep their prices.
  const prices = { ...selectPrices({ ...merged, grading }, context.prices), ...plan.prices };
  return { ...merged, grading, prices, modelScorers: listModelScorers(grading) };
}

/** Other checks make other scenarios than those of the dataset. */
function editDataset(
  { dataset, scenarios }: RunPlan,
  rescored: RunPlan['scenarios'],
): RunPlan['dataset'] {
  const isSame = scenarios.every((scenario, at) => {
    const other = rescored[at];
    return (
      other && hashContent(serializeContent(scenario)) === hashContent(serializeContent(other))
    );
  });
  return isSame ? dataset : dataset && { ...dataset, isEdited: true };
}

/** Stored judgements stay valid: judges are called again only if the request has `judge`. */
function keepGrading(
  plan: RunPlan,
  request: RescoreRequest,
  context: RescoreContext,
): PlannedGrading | undefined {
  const sinceRevision = plan.grading?.sinceRevision ?? context.revision;
  const { embeddings } = selectModels(plan, request, context);
  const used = plan.grading?.judge?.models ?? [plan.grading?.annotator ?? []].flat();
  // New checks can be the first that need a judge.
  const isFirst = used.length === 0 && request.test_batch !== undefined && plan.judge !== false;
  const judges = isFirst ? context.models.judges : used;
  const judge = isFirst ? plan.judge : toJudgeChoice(plan);
  return planGrading({ ...plan, judge, sinceRevision }, { judges, embeddings });
}

/** The operator may have removed a scorer that the run used; its stored scores stay valid. */
function listAvailable(plan: RunPlan, { models }: RescoreContext): readonly string[] {
  return [...new Set([...(models.ownScorers ?? []), ...listOwnScorers(plan)])];
}

/** Own scorers are called again only if the request names one of them in `scorers`. */
function ownScoresSince(
  { grading }: RunPlan,
  { scorers: named = [] }: RescoreRequest,
  { models, revision }: RescoreContext,
): number {
  const isNamed = named.some((name) => models.ownScorers?.includes(name));
  return (isNamed ? undefined : grading?.ownScorers?.sinceRevision) ?? revision;
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

type Posted = NonNullable<RescoreRequest['test_batch']>;

/**
 * Returns the scenarios of a run with the checks of the posted ones. Throws if anything else differs: the replies are
 * those to the messages of the run.
 */
function replaceChecks(
  scenarios: readonly PlannedScenario[],
  posted: Posted,
): readonly PlannedScenario[] {
  const batches = [posted].flat();
  const root = ['test_batch'];
  if (batches.length !== scenarios.length) {
    throw refusal(
      root,
      `must have the ${scenarios.length} scenarios of the run, in the same order`,
    );
  }
  return scenarios.map((scenario, at) => {
    const path = Array.isArray(posted) ? [...root, at] : root;
    const batch = batches[at];
    // Ids are only compared if they are posted: the run may have generated its own.
    const other = batch && planScenario(batch, () => '');
    if (other === undefined || other.interactions.length !== scenario.interactions.length) {
      const detail = `must have the ${formatMany(scenario.interactions.length, 'interaction')} of the run`;
      throw refusal([...path, 'interactions'], detail);
    }
    if (other.id !== '' && other.id !== scenario.id) {
      throw refusal([...path, 'id'], `must be '${scenario.id}', as in the run`);
    }
    if (!isDeepStrictEqual(other.user, scenario.user)) {
      const detail = 'must be the same as in the run: only checks can change in a rescore';
      throw refusal([...path, 'user'], detail);
    }
    const interactions = scenario.interactions.map((interaction, turn) =>
      replaceInteraction(interaction, other.interactions[turn], [...path, 'interactions', turn]),
    );
    return { ...scenario, interactions, checks: other.checks };
  });
}

const FIXED = ['user_message', 'reference_reply', 'reference_metadata'] as const;

function replaceInteraction(
  interaction: PlannedInteraction,
  posted: PlannedInteraction | undefined,
  path: readonly (string | number)[],
): PlannedInteraction {
  const changed = FIXED.find((key) => !isDeepStrictEqual(interaction[key], posted?.[key]));
  if (changed !== undefined) {
    const detail = 'must be the same as in the run: only checks can change in a rescore';
    throw refusal([...path, changed], detail);
  }
  return { ...interaction, checks: posted?.checks ?? [] };
}

function refusal(path: readonly (string | number)[], detail: string): AppError {
  const pointer = toPointer(path);
  const errors: FieldError[] = [{ pointer, detail }];
  return new AppError('invalid_request', `${pointer} ${detail}`, { errors });
}
