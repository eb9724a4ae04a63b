import {
  AppError,
  DEFAULT_WEIGHTS,
  listOwnWeights,
  ScorerName,
  toPointer,
  type Weights,
} from '@fairtrial/contracts';
import type { PlannedGrading, PlannedOwnScorers } from '../../entities/run.ts';
import { planGrading, type AvailableModels, type GradingRequest } from './plan-grading.ts';

/** The parts of a run or a rescore that decide which own scorers it calls. */
interface OwnScorersRequest {
  readonly scorers: readonly string[] | undefined;
  readonly weights: Weights;
  /** Stored scores of earlier revisions do not count. */
  readonly sinceRevision: number;
}

interface RequestedScorers {
  readonly scorers?: readonly string[] | undefined;
  readonly weights?: Weights | undefined;
}

const BUILT_IN: readonly string[] = ScorerName.options;

/** Decides which models and own scorers grade the replies of a new run; `undefined` if none do. */
export function planGraders(
  request: GradingRequest & OwnScorersRequest,
  models: AvailableModels,
): PlannedGrading | undefined {
  const ownScorers = planOwnScorers(request, models.ownScorers ?? []);
  return withOwnScorers(planGrading(request, models), ownScorers);
}

/**
 * Decides which own scorers a run calls: those that `scorers` names, and those that count in `overall`. `undefined` if
 * there are none.
 */
export function planOwnScorers(
  { scorers, weights, sinceRevision }: OwnScorersRequest,
  available: readonly string[],
): PlannedOwnScorers | undefined {
  const hasOverall = scorers?.includes('overall') ?? true;
  const weighted = new Map(hasOverall ? listOwnWeights(weights) : []);
  const names = available.filter(
    (name) => scorers?.includes(name) === true || (weighted.get(name) ?? 0) > 0,
  );
  return names.length === 0 ? undefined : { names, sinceRevision };
}

/** Adds own scorers to the models that grade a run, if there are any. */
export function withOwnScorers(
  grading: PlannedGrading | undefined,
  ownScorers: PlannedOwnScorers | undefined,
): PlannedGrading | undefined {
  if (ownScorers === undefined) return grading;
  return { sinceRevision: ownScorers.sinceRevision, ...grading, ownScorers };
}

/** Throws if `scorers` or `weights` name a scorer that does not exist. */
export function checkScorerNames(
  { scorers = [], weights }: RequestedScorers,
  available: readonly string[] = [],
): void {
  const known = [...BUILT_IN, ...available];
  const at = scorers.findIndex((name) => !known.includes(name));
  const unknown = scorers[at];
  if (unknown !== undefined) {
    throw refusal(['scorers', at], `'${unknown}' is not a scorer. The scorers are ${list(known)}`);
  }
  const weighted = listOwnWeights(weights ?? DEFAULT_WEIGHTS).find(
    ([name]) => !available.includes(name),
  );
  if (weighted === undefined) return;
  const parts = ['reply', 'metadata', 'checks', 'similarity', ...available];
  throw refusal(
    ['weights', weighted[0]],
    `'${weighted[0]}' is not a part of overall. The parts are ${list(parts)}`,
  );
}

function list(names: readonly string[]): string {
  return names.join(', ');
}

function refusal(path: readonly (string | number)[], detail: string): AppError {
  return new AppError('invalid_request', detail, {
    errors: [{ pointer: toPointer(path), detail }],
  });
}
