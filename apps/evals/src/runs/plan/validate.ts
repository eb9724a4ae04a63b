import { AppError, countScenarioTurns, type EvaluationRequest } from '@fairtrial/contracts';
import { checkStopEarly } from './check-stop-early.ts';
import { checkHistory, checkTarget, type ResolvedRequest } from './check-target.ts';
import { checkScorerNames } from './plan-own-scorers.ts';
import { countInteractions, type PlannedScenario, type RunPlan } from '../../entities/run.ts';

export interface RunLimits {
  readonly attempts: number;
  readonly interactions: number;
  readonly turns: number;
}

/**
 * Each metadata field and each check id is a metric: its means, intervals and comparisons are computed for the run and
 * for every scenario.
 */
const MAX_FIELDS = 500;

/** Throws if a run is larger than the operator allows, or has too many metrics. */
export function checkLimits(
  plan: Pick<RunPlan, 'scenarios' | 'attempts'>,
  limits: RunLimits,
  source: '/test_batch' | '/dataset' = '/test_batch',
): void {
  const interactions = countInteractions(plan);
  const turns = interactions * plan.attempts;
  checkLimit('/attempts', plan.attempts, limits.attempts, 'attempts');
  checkLimit(source, interactions, limits.interactions, 'interactions');
  checkLimit('/attempts', turns, limits.turns, 'attempts × interactions');
  const fields = countFields(plan);
  checkLimit(source, fields, MAX_FIELDS, 'different metadata fields and check ids in a run');
}

function countFields({ scenarios }: Pick<RunPlan, 'scenarios'>): number {
  const [fields, checkIds] = [new Set<string>(), new Set<string>()];
  for (const { reference_metadata, checks = [] } of scenarios.flatMap(
    (each) => each.interactions,
  )) {
    for (const field of Object.keys(reference_metadata)) fields.add(field);
    for (const { id } of checks) if (id !== undefined) checkIds.add(id);
  }
  return fields.size + checkIds.size;
}

// oxlint-disable-next-line max-params
function checkLimit(pointer: string, value: number, limit: number, unit: string): void {
  if (value <= limit) return;
  const detail = `${value} ${unit}, and at most ${limit} are allowed`;
  throw new AppError('limit_exceeded', detail, { errors: [{ pointer, detail }] });
}

/** Throws if fields of the request contradict each other, or name scorers that do not exist. */
export function checkChoices(
  request: ResolvedRequest,
  ownScorers: readonly string[] | undefined,
): void {
  checkScorerNames(request, ownScorers);
  checkPassThreshold(request);
  checkBaselineChoice(request);
  checkBudget(request);
  checkStopEarly(request);
  checkTarget(request);
  checkHistory(request);
}

/** Throws if the request has a pass threshold but leaves out the score that it applies to. */
export function checkPassThreshold({
  pass_threshold: threshold,
  scorers,
}: Pick<EvaluationRequest, 'pass_threshold' | 'scorers'>): void {
  if (threshold === undefined || scorers === undefined || scorers.includes('overall')) return;
  const detail = "pass_threshold applies to 'overall', which is not among the scorers";
  throw refusal('/pass_threshold', detail);
}

/**
 * Throws if the request names two baselines, or uses the old field name: unknown fields are echoed, so the run would
 * pass without a comparison.
 */
function checkBaselineChoice(request: EvaluationRequest): void {
  const { baseline, against } = request;
  if (request['baseline_run_id'] !== undefined) {
    throw refusal('/baseline_run_id', 'the field is called baseline: latest, pinned, or a run id');
  }
  if (baseline === undefined || against === undefined) return;
  throw refusal('/against', 'against already sets the baseline: leave out baseline or against');
}

/** Throws if the budget is not enough for the first attempt: the run would end without a turn. */
function checkBudget({ budget, against, test_batch }: EvaluationRequest): void {
  const [first] = [test_batch].flat();
  if (budget === undefined || first === undefined) return;
  const needed = countScenarioTurns(first) * (against === undefined ? 1 : 2);
  if (budget.calls >= needed) return;
  const whose = against === undefined ? 'the first attempt takes' : 'the first attempts take';
  throw refusal('/budget/calls', `must be at least ${needed}: ${whose} as many calls`);
}

function refusal(pointer: string, detail: string): AppError {
  return new AppError('invalid_request', detail, { errors: [{ pointer, detail }] });
}

/** Warnings about ids that occur more than once. They are allowed, because results are identified by position. */
export function warnOfDuplicateIds(scenarios: readonly PlannedScenario[]): readonly string[] {
  const scenarioIds = findRepeated(scenarios.map((scenario) => scenario.id)).map(
    (id) => `scenario id '${id}' occurs more than once; results are identified by position`,
  );
  const interactionIds = scenarios.flatMap((scenario) =>
    findRepeated(scenario.interactions.map((interaction) => interaction.id)).map(
      (id) =>
        `interaction id '${id}' occurs more than once in scenario '${scenario.id}'; results are identified by position`,
    ),
  );
  return [...scenarioIds, ...interactionIds];
}

function findRepeated(ids: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const id of ids) (seen.has(id) ? repeated : seen).add(id);
  return [...repeated];
}
