import { AppError, type JudgeChoice, type ScorerName } from '@assay/contracts';
import { collectLabelKinds } from '@assay/scorers';
import type { PlannedJudge, PlannedGrading, PlannedScenario } from '../../db/runs/run.ts';

/** The models that the operator configured for grading. */
export interface AvailableModels {
  readonly judges: readonly string[];
  readonly embeddings: string | undefined;
}

/** The parts of a run or a rescore that decide which models grade it. */
export interface GradingRequest {
  readonly modelId: string;
  readonly scorers: readonly ScorerName[] | undefined;
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
  const isJudged = first !== undefined && isWanted('judge', 'reply', 'overall');
  const judge = isJudged ? planJudge(request, judges) : undefined;
  const annotator = isWanted('metadata', 'overall') && hasLabels(request) ? first : undefined;
  const embeddings = isWanted('semantic_similarity') ? models.embeddings : undefined;
  if (!judge && !annotator && !embeddings) return undefined;
  return { sinceRevision, judge, annotator, embeddings };
}

function checkModels(
  { scorers = [], judge }: GradingRequest,
  { judges, embeddings }: AvailableModels,
): void {
  const wants = (name: ScorerName): boolean => scorers.includes(name);
  if (judges.length === 0 && wants('judge')) throw noJudge('/scorers');
  if (judges.length === 0 && judge !== undefined && judge !== false) throw noJudge('/judge');
  if (embeddings === undefined && wants('semantic_similarity')) {
    throw refusal('/scorers', 'semantic_similarity needs embeddings: set EMBEDDINGS_MODEL');
  }
}

/** The scorers that call a model. */
export function listModelScorers(grading: PlannedGrading | undefined): readonly ScorerName[] {
  return [
    ...(grading?.embeddings === undefined ? [] : (['semantic_similarity'] as const)),
    ...(grading?.judge === undefined ? [] : (['judge'] as const)),
  ];
}

function planJudge({ modelId, judge }: GradingRequest, models: readonly string[]): PlannedJudge {
  const { samples = 1, temperature, instructions, allow_self_judge: allowed } = judge || {};
  const self = models.find((model) => isSameModel(model, modelId));
  if (self !== undefined && allowed !== true) {
    const detail = `${self} would judge its own replies: set another JUDGE_MODEL, or judge.allow_self_judge, or judge to false`;
    throw refusal('/judge', detail);
  }
  return {
    models,
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
