import { AppError, type JudgeChoice, type ScorerName } from '@assay/contracts';
import { collectLabels } from '@assay/scorers';
import type { PlannedJudge, PlannedGrading, PlannedScenario } from '../../db/runs/run.ts';

/** The models that the operator configured to be asked about replies. */
export interface ModelsAtHand {
  readonly judges: readonly string[];
  readonly embeddings: string | undefined;
}

/** What a run, or a caller who wants it scored anew, says about that. */
export interface GradingWish {
  readonly modelId: string;
  readonly scorers: readonly ScorerName[] | undefined;
  readonly judge: JudgeChoice | undefined;
  readonly scenarios: readonly PlannedScenario[];
  readonly since: number;
}

const SAMPLED_TEMPERATURE = 0.7;

/** Who is asked about the replies; undefined where nobody is. Refuses what cannot be had. */
export function planGrading(wish: GradingWish, models: ModelsAtHand): PlannedGrading | undefined {
  const { scorers, since } = wish;
  const judges = wish.judge === false ? [] : models.judges;
  checkWish(wish, { ...models, judges });
  const [first] = judges;
  const isWanted = (...names: ScorerName[]): boolean =>
    scorers === undefined || names.some((name) => scorers.includes(name));
  const isJudged = first !== undefined && isWanted('judge', 'reply', 'overall');
  const judge = isJudged ? planJudge(wish, judges) : undefined;
  const annotator = isWanted('metadata', 'overall') && hasLabels(wish) ? first : undefined;
  const embeddings = isWanted('semantic_similarity') ? models.embeddings : undefined;
  return judge || annotator || embeddings ? { since, judge, annotator, embeddings } : undefined;
}

function checkWish(
  { scorers = [], judge }: GradingWish,
  { judges, embeddings }: ModelsAtHand,
): void {
  const wants = (name: ScorerName): boolean => scorers.includes(name);
  if (judges.length === 0 && wants('judge')) throw noJudge('/scorers');
  if (judges.length === 0 && judge !== undefined && judge !== false) throw noJudge('/judge');
  if (embeddings === undefined && wants('semantic_similarity')) {
    throw refusal('/scorers', 'semantic_similarity needs embeddings: set EMBEDDINGS_MODEL');
  }
}

/** The scores that depend on it. */
export function askedBy(grading: PlannedGrading | undefined): readonly ScorerName[] {
  return [
    ...(grading?.embeddings === undefined ? [] : (['semantic_similarity'] as const)),
    ...(grading?.judge === undefined ? [] : (['judge'] as const)),
  ];
}

function planJudge({ modelId, judge }: GradingWish, models: readonly string[]): PlannedJudge {
  const { samples = 1, temperature, instructions, allow_self_judge: allowed } = judge || {};
  const self = models.find((model) => isSame(model, modelId));
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

/** With or without its provider's name in front. */
function isSame(a: string, b: string): boolean {
  const [one, other] = [a.toLowerCase(), b.toLowerCase()];
  return one === other || one.endsWith(`/${other}`) || other.endsWith(`/${one}`);
}

function hasLabels({ scenarios }: GradingWish): boolean {
  const expected = scenarios.flatMap(({ interactions }) => interactions);
  return collectLabels(expected.map((one) => one.reference_metadata)).size > 0;
}

function noJudge(pointer: string): AppError {
  return refusal(pointer, 'no judge is asked: set JUDGE_MODEL, and leave judge: false out');
}

function refusal(pointer: string, detail: string): AppError {
  return new AppError('invalid_request', detail, { errors: [{ pointer, detail }] });
}
