import type {
  Comparison,
  ComparisonVerdict,
  ComparedCost,
  ComparedInteraction,
  LabelScores,
  CorrectedDifference,
  SuiteResult,
} from '@fairtrial/contracts';
import {
  combineVerdicts,
  compareRuns,
  type BetweenRuns,
  type RunComparison,
  type ScenarioPair,
} from '@fairtrial/statistics';
import type { Run, RunPlan } from '../../entities/run.ts';
import { basisOf, findMismatch } from '../headline/basis-of.ts';
import { countRole } from '../headline/count-side.ts';
import { decideHeadline } from '../headline/decide-headline.ts';
import { round } from '../summary/rounding.ts';
import { compareUsers } from './compare-users.ts';
import type { UserRecords } from '../summary/report-users.ts';
import {
  comparePasses,
  toComparedRun,
  listDifferences,
  toComparedMetric,
  toGeneralVerdict,
  toScenarioVerdict,
  toVerdict,
} from './comparison-view.ts';
import { type Decisions, toSequential } from './looks.ts';
import type { MatchedScenario, RunRole } from '../plan/match-plans.ts';
import {
  listWarnings,
  pairScores,
  scoresInTurn,
  type MatchedAggregates,
  type PairedScores,
} from './pair-scores.ts';
import { priceModel, toDollars } from '../summary/pricing.ts';

export interface ComparisonOptions {
  /** The deciding metric. */
  readonly metric: string;
  readonly margin: number;
}

export interface ComparedRuns {
  readonly baseline: Run;
  readonly candidate: Run;
  readonly aggregates: MatchedAggregates;
  /** Variance between runs of this plan beyond the noise of their attempts; `undefined` if it was not measured. */
  readonly between?: RunVariance | undefined;
  /** Why the judge of a run is not trusted. */
  readonly judgeDoubts?: Readonly<Record<RunRole, string | undefined>> | undefined;
  /** The difference by people; null unless both runs were labelled in one mixed queue. */
  readonly corrected?: CorrectedDifference | null;
  /** What is on record about simulated users; `undefined` for a run without them. */
  readonly users?: Readonly<Record<RunRole, UserRecords | undefined>> | undefined;
  /** The decisions on a candidate with early stopping, if they apply to this comparison. */
  readonly decisions?: Decisions | undefined;
}

export interface RunVariance extends BetweenRuns {
  /** The number of earlier runs it was measured on. */
  readonly runs: number;
}

/** Compares two runs. Pure function. */
export function compareAggregates(
  runs: ComparedRuns,
  { metric, margin }: ComparisonOptions,
): Comparison {
  const { baseline, candidate, aggregates, between, decisions, corrected = null } = runs;
  const paired = pairScores(aggregates);
  const sequential = toSequential(aggregates.matching, candidate.plan, decisions);
  const options = { margin, between, sequential };
  const result = compareRuns(paired.pairs, options);
  const metrics = [...new Set([...aggregates.baseline.metrics, ...aggregates.candidate.metrics])];
  const plans = [comparedPlan(runs, 'baseline'), comparedPlan(runs, 'candidate')] as const;
  const comparison: Omit<Comparison, 'headline'> = {
    baseline: toComparedRun(baseline, aggregates.baseline, metric),
    candidate: toComparedRun(candidate, aggregates.candidate, metric),
    basis: basisOf(plans, metric),
    incomparable: findMismatch(plans, metric),
    cost: compareCosts({ baseline, candidate, aggregates }),
    metric,
    margin,
    on_this_suite: result.onThisSuite
      ? { ...toVerdict(result.onThisSuite), bounds: boundResults(paired, options) }
      : null,
    in_general: result.inGeneral ? toGeneralVerdict(result.inGeneral) : null,
    compared: result.compared,
    min_attempts: result.minAttempts,
    interleaved: isInterleaved(baseline, candidate),
    between_runs: between ? { sd: round(Math.sqrt(between.variance)), runs: between.runs } : null,
    scenarios: listScenarios({ baseline, candidate, aggregates }, { paired, result }),
    interactions: compareInteractions(aggregates, candidate.plan),
    ...listNotCompared(aggregates),
    metrics: Object.fromEntries(
      metrics.map((key) => [
        key,
        toComparedMetric(key === metric ? paired.pairs : pairAttemptMeans(aggregates, key)),
      ]),
    ),
    contradictions: compareContradictions(aggregates, options),
    simulated_user: compareUsers(runs),
    passes: comparePasses(aggregates, corrected),
    labels: compareLabels(aggregates),
    differences: listDifferences(baseline.plan, candidate.plan),
    warnings: listWarnings(aggregates, paired, candidate.plan),
  };
  const headline = decideHeadline({
    sides: [countRole(runs, 'candidate'), countRole(runs, 'baseline')],
    basis: comparison.basis,
    comparison,
  });
  return { ...comparison, headline };
}

/** The plan of a run with the compared scenarios only, which the basis depends on; with all if none is compared. */
function comparedPlan({ aggregates, ...runs }: ComparedRuns, role: RunRole): RunPlan {
  const { plan } = runs[role];
  const nos = new Set(aggregates.matching.scenarios.map((at) => at[role]));
  return nos.size === 0
    ? plan
    : { ...plan, scenarios: plan.scenarios.filter((_, no) => nos.has(no)) };
}

/** True if both runs were played at the same time, attempt by attempt. */
export function isInterleaved({ id }: Run, { plan }: Run): boolean {
  return plan.baseline?.requested === 'against' && plan.baselineRunId === id;
}

function listNotCompared({
  matching: { changed, unmatched },
}: MatchedAggregates): Pick<Comparison, 'changed' | 'unmatched'> {
  return { changed: [...changed], unmatched };
}

function listScenarios(
  { candidate, aggregates }: ComparedRuns,
  { paired, result }: { readonly paired: PairedScores; readonly result: RunComparison },
): Comparison['scenarios'] {
  return aggregates.matching.scenarios.map((at, index) => {
    const { id = '', name = '' } = candidate.plan.scenarios[at.candidate] ?? {};
    const { ci95: _plain, ...delta } = toComparedMetric([
      paired.pairs[index] ?? { baseline: [], candidate: [] },
    ]);
    const verdict = result.scenarios[index];
    return {
      scenario_id: id,
      name,
      baseline_no: at.baseline,
      candidate_no: at.candidate,
      ...delta,
      verdict: verdict ? toScenarioVerdict(verdict) : null,
      doubt: paired.doubts[index] ?? null,
      same_replies:
        aggregates.baseline.isSameReply(at.baseline) &&
        aggregates.candidate.isSameReply(at.candidate),
    };
  });
}

type SuiteOptions = NonNullable<Parameters<typeof compareRuns>[1]>;

/**
 * The results of the suite if all turns without a score had scored against the candidate, and if they had scored for
 * it.
 */
function boundResults(
  { bounds }: PairedScores,
  options: SuiteOptions,
): ComparisonVerdict['bounds'] {
  if (bounds === undefined) return null;
  const resultOf = (pairs: readonly ScenarioPair[]): SuiteResult =>
    compareRuns(pairs, options).onThisSuite?.result ?? 'inconclusive';
  return { worst: resultOf(bounds.worst), best: resultOf(bounds.best) };
}

/** This metric is 0 if a reply contradicts its reference. */
const CONSISTENCY = 'consistency';

/** The decisions of looks and the noise between runs are those of the deciding metric, so they are left out. */
function compareContradictions(
  aggregates: MatchedAggregates,
  { sequential, ...options }: SuiteOptions,
): Comparison['contradictions'] {
  const pairs = pairAttemptMeans(aggregates, CONSISTENCY);
  const { baseline, candidate } = toComparedMetric(pairs);
  if (baseline === null || candidate === null) return null;
  const {
    onThisSuite: suite,
    inGeneral,
    scenarios,
  } = compareRuns(pairs, {
    ...options,
    between: undefined,
    sequential: sequential && { ...sequential, decisions: [] },
  });
  return {
    baseline: round(1 - baseline.mean),
    candidate: round(1 - candidate.mean),
    increased: combineVerdicts({ suite, inGeneral, scenarios }) === 'regressed',
  };
}

/** The attempt means of one metric, by scenario. */
export function pairAttemptMeans(
  { matching, baseline, candidate }: MatchedAggregates,
  metric: string,
): readonly ScenarioPair[] {
  return matching.scenarios.map((at) => ({
    baseline: baseline.attemptMeans(metric, at.baseline),
    candidate: candidate.attemptMeans(metric, at.candidate),
  }));
}

/** The attempt scores in one turn, by the deciding metric. */
function pairTurnScores(
  aggregates: MatchedAggregates,
  scenario: MatchedScenario,
  turn: number,
): ScenarioPair {
  const scoresIn = (side: RunRole): readonly number[] =>
    scoresInTurn(aggregates, scenario, { turn, side }).filter((score) => score !== null);
  return { baseline: scoresIn('baseline'), candidate: scoresIn('candidate') };
}

/** The cost of each run over all its turns, matched or not. */
function compareCosts({ aggregates, ...runs }: ComparedRuns): ComparedCost {
  const baseline = priceModel(runs.baseline.plan, aggregates.baseline.totals.spent);
  const candidate = priceModel(runs.candidate.plan, aggregates.candidate.totals.spent);
  const delta = baseline === null || candidate === null ? null : toDollars(candidate - baseline);
  return { currency: 'USD', baseline, candidate, delta };
}

/** The change of every scripted interaction of the compared scenarios: largest drop first, unscored ones last. */
function compareInteractions(aggregates: MatchedAggregates, plan: RunPlan): ComparedInteraction[] {
  const compared = aggregates.matching.scenarios.flatMap((at) => {
    const scenario = plan.scenarios[at.candidate];
    const turns = at.turns.filter((turn) => turn !== null);
    return turns.map((turn) => ({
      scenario_id: scenario?.id ?? '',
      interaction_id: scenario?.interactions[turn]?.id ?? '',
      baseline_position: { scenario: at.baseline, turn },
      candidate_position: { scenario: at.candidate, turn },
      ...toComparedMetric([pairTurnScores(aggregates, at, turn)]),
    }));
  });
  return compared.toSorted((a, b) => rank(a) - rank(b));
}

function rank({ delta }: ComparedInteraction): number {
  return delta ?? 2;
}

function compareLabels({ baseline, candidate }: MatchedAggregates): Comparison['labels'] {
  const keys = new Set([...baseline.labels.keys(), ...candidate.labels.keys()]);
  return Object.fromEntries(
    [...keys].map((key) => [
      key,
      {
        baseline: roundLabelScores(baseline.labels.get(key)),
        candidate: roundLabelScores(candidate.labels.get(key)),
      },
    ]),
  );
}

function roundLabelScores(scores: LabelScores | undefined): LabelScores | null {
  if (scores === undefined) return null;
  return { ...scores, accuracy: round(scores.accuracy), macro_f1: round(scores.macro_f1) };
}
