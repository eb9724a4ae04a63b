import {
  AppError,
  isJudgedCheck,
  type JudgeChoice,
  type ModelPrices,
  type ScorerName,
} from '@fairtrial/contracts';
import { findPrice } from '@fairtrial/models';
import { collectLabelKinds, USER_PROMPT_DIGEST } from '@fairtrial/scorers';
import {
  hasSimulatedUser,
  type JudgeTask,
  type PlannedGrading,
  type PlannedJudge,
  type PlannedScenario,
  type RunPlan,
} from '../../entities/run.ts';

/** The models and own scorers that the operator configured for grading. */
export interface AvailableModels {
  readonly judges: readonly string[];
  readonly embeddings: string | undefined;
  /** The model that plays simulated users. */
  readonly user?: string | undefined;
  /** The names of own scorers; none if absent. */
  readonly ownScorers?: readonly string[] | undefined;
}

/** The parts of a run or a rescore that decide which models grade it. */
export interface GradingRequest {
  readonly modelId: string;
  readonly scorers: readonly string[] | undefined;
  readonly judge: JudgeChoice | undefined;
  readonly scenarios: readonly PlannedScenario[];
  /** Judgements of earlier revisions do not count. */
  readonly sinceRevision: number;
}

const SAMPLED_TEMPERATURE = 0.7;

/**
 * Decides which models grade the replies of a run; `undefined` if none do. Throws if the request needs a model that
 * is not configured.
 */
export function planGrading(
  request: GradingRequest,
  models: AvailableModels,
): PlannedGrading | undefined {
  const { scorers, sinceRevision } = request;
  const judges = request.judge === false ? [] : models.judges;
  checkModels(request, { ...models, judges });
  const [first] = judges;
  const isWanted = (...names: ScorerName[]): boolean =>
    scorers === undefined || names.some((name) => scorers.includes(name));
  const tasks = listTasks(request, isWanted('judge', 'reply', 'overall'));
  const isJudged = first !== undefined && tasks.length > 0;
  const judge = isJudged ? planJudge(request, { models: judges, tasks }) : undefined;
  const annotator = isWanted('metadata', 'overall') && hasLabels(request) ? first : undefined;
  const embeddings = isWanted('semantic_similarity') ? models.embeddings : undefined;
  if (!judge && !annotator && !embeddings) return undefined;
  return { sinceRevision, judge, annotator, embeddings };
}

/** What the judges are asked. Passing depends on checks and on simulated users, so they are always judged. */
function listTasks(request: GradingRequest, isReplyWanted: boolean): readonly JudgeTask[] {
  return [
    ...(isReplyWanted && hasReferences(request) ? (['reference'] as const) : []),
    ...(hasJudgedChecks(request) ? (['checks'] as const) : []),
    ...(hasSimulatedUser(request) ? (['audit'] as const) : []),
  ];
}

function checkModels(request: GradingRequest, { judges, embeddings }: AvailableModels): void {
  const { scorers = [], judge } = request;
  const wants = (name: ScorerName): boolean => scorers.includes(name);
  if (judges.length === 0 && wants('judge')) throw noJudge('/scorers');
  if (judges.length === 0 && judge !== undefined && judge !== false) throw noJudge('/judge');
  if (judges.length === 0) checkWithoutJudge(request);
  if (embeddings === undefined && wants('semantic_similarity')) {
    throw refusal('/scorers', 'semantic_similarity needs embeddings: set EMBEDDINGS_MODEL');
  }
}

function checkWithoutJudge(request: GradingRequest): void {
  if (hasJudgedChecks(request)) {
    const detail = `checks in words ("text", "never" or a sentence) need a judge: set JUDGE_MODEL, and leave out judge: false`;
    throw refusal('/test_batch', detail);
  }
  if (hasSimulatedUser(request)) {
    const detail =
      'a simulated user needs a judge, which decides if the goal was reached and audits the user: set JUDGE_MODEL, and leave out judge: false';
    throw refusal('/test_batch', detail);
  }
}

/** The scorers that call a model. */
export function listModelScorers(grading: PlannedGrading | undefined): readonly ScorerName[] {
  return [
    ...(grading?.embeddings === undefined ? [] : (['semantic_similarity'] as const)),
    ...(doesTask(grading, 'reference') ? (['judge'] as const) : []),
  ];
}

/** True if the judges of a run are asked this. */
export function doesTask(grading: PlannedGrading | undefined, task: JudgeTask): boolean {
  return grading?.judge?.tasks.includes(task) ?? false;
}

function planJudge(
  { modelId, judge }: GradingRequest,
  { models, tasks }: Pick<PlannedJudge, 'models' | 'tasks'>,
): PlannedJudge {
  const { samples = 1, temperature, instructions, allow_self_judge: allowed } = judge || {};
  const self = models.find((model) => isSameModel(model, modelId));
  if (self !== undefined && allowed !== true) {
    const detail = `${self} would judge its own replies: set another JUDGE_MODEL, or judge.allow_self_judge, or judge to false`;
    throw refusal('/judge', detail);
  }
  return {
    models,
    tasks,
    samples,
    temperature: temperature ?? (samples === 1 ? 0 : SAMPLED_TEMPERATURE),
    instructions,
  };
}

/** Compares model names with or without a provider prefix. */
function isSameModel(first: string, second: string): boolean {
  const [a, b] = [first.toLowerCase(), second.toLowerCase()];
  return a === b || a.endsWith(`/${b}`) || b.endsWith(`/${a}`);
}

function hasReferences({ scenarios }: GradingRequest): boolean {
  return scenarios.some(({ interactions }) =>
    interactions.some(({ reference_reply: reference }) => reference !== ''),
  );
}

function hasJudgedChecks({ scenarios }: GradingRequest): boolean {
  return scenarios.some(({ checks = [], interactions }) =>
    [checks, ...interactions.map((each) => each.checks ?? [])].flat().some(isJudgedCheck),
  );
}

function hasLabels({ scenarios }: GradingRequest): boolean {
  const interactions = scenarios.flatMap((scenario) => scenario.interactions);
  return collectLabelKinds(interactions.map((each) => each.reference_metadata)).size > 0;
}

function noJudge(pointer: string): AppError {
  return refusal(pointer, 'no judge is used: set JUDGE_MODEL, and leave out judge: false');
}

function refusal(pointer: string, detail: string): AppError {
  return new AppError('invalid_request', detail, { errors: [{ pointer, detail }] });
}

/** The prices of the models that a run calls, if they are configured. */
export function selectPrices(
  { modelId, grading, user }: Pick<RunPlan, 'modelId' | 'grading' | 'user'>,
  prices: ModelPrices,
): ModelPrices {
  const judges = grading?.judge?.models ?? [];
  const others = [grading?.annotator ?? [], user?.model ?? []].flat();
  const models = [modelId, ...judges, ...others];
  return Object.fromEntries(
    models.flatMap((model) => {
      const price = findPrice(prices, model);
      return price ? [[model, price] as const] : [];
    }),
  );
}

/**
 * The model that plays the simulated users of a run; `undefined` if it has none. Throws if no model is configured. That
 * a judge is configured, which audits the users, is checked with the other tasks of the judge.
 */
export function planUser(
  scenarios: readonly PlannedScenario[],
  { user: model }: AvailableModels,
): RunPlan['user'] {
  const at = scenarios.findIndex(({ user }) => user !== undefined);
  if (at < 0) return undefined;
  if (model !== undefined) return { model, promptDigest: USER_PROMPT_DIGEST };
  const detail = 'a simulated user needs a model that plays it: set USER_MODEL';
  throw new AppError('invalid_request', detail, { errors: [{ pointer: '/test_batch', detail }] });
}
