import type {
  Comparison,
  ComparedCost,
  ComparedInteraction,
  LabelScores,
  ComparedPasses,
} from '@assay/contracts';
import {
  compareRuns,
  seededRandom,
  type ScenarioPair,
  describeRunPasses,
  mcnemar,
} from '@assay/statistics';
import type { Run, RunPlan } from '../../db/runs/run.ts';
import { round, roundPasses } from '../summary/rounding.ts';
import {
  toComparedRun,
  listDifferences,
  toComparedMetric,
  toGeneralVerdict,
  toVerdict,
} from './comparison-view.ts';
import type { RunAggregate } from './aggregate-run.ts';
import type { MatchedScenario, PlanMatch, IndexPair } from './match-plans.ts';
import { priceModel, toDollars } from '../summary/pricing.ts';
import { countPasses } from '../summary/passes.ts';

export interface ComparisonOptions {
  /** The metric that decides. */
  readonly metric: string;
  readonly margin: number;
}

export interface ComparedRuns {
  readonly baseline: Run;
  readonly candidate: Run;
  readonly aggregates: MatchedAggregates;
}

/** Fixed, so that the same runs always compare the same. */
const SEED = 1;

/** Compares two runs; pure. */
export function compareAggregates(
  { baseline, candidate, aggregates }: ComparedRuns,
  { metric, margin }: ComparisonOptions,
): Comparison {
  const { matching } = aggregates;
  const pairs = pairAttemptMeans(aggregates, metric);
  const result = compareRuns(pairs, { margin, random: seededRandom(SEED) });
  const metrics = [...new Set([...aggregates.baseline.metrics, ...aggregates.candidate.metrics])];
  return {
    baseline: toComparedRun(baseline, aggregates.baseline, metric),
    candidate: toComparedRun(candidate, aggregates.candidate, metric),
    cost: compareCosts({ baseline, candidate, aggregates }),
    metric,
    margin,
    on_this_suite: result.onThisSuite ? toVerdict(result.onThisSuite) : null,
    in_general: result.inGeneral ? toGeneralVerdict(result.inGeneral) : null,
    sign_flip: result.signFlip ? { ...result.signFlip, p: round(result.signFlip.p) } : null,
    compared: result.compared,
    scenarios: matching.scenarios.map((at, index) => {
      const { id = '', name = '' } = candidate.plan.scenarios[at.candidate] ?? {};
      const pair = pairs[index] ?? { baseline: [], candidate: [] };
      const verdict = result.scenarios[index];
      return {
        scenario_id: id,
        name,
        baseline_no: at.baseline,
        candidate_no: at.candidate,
        ...toComparedMetric([pair]),
        verdict: verdict ? { ...toVerdict(verdict), adjusted_p: round(verdict.adjustedP) } : null,
        same_replies: pair.sameReplies === true,
      };
    }),
    interactions: compareInteractions(aggregates, candidate.plan),
    unmatched: matching.unmatched,
    metrics: Object.fromEntries(
      metrics.map((key) => [key, toComparedMetric(pairAttemptMeans(aggregates, key))] as const),
    ),
    passes: comparePasses(aggregates),
    labels: compareLabels(aggregates),
    differences: listDifferences(baseline.plan, candidate.plan),
    warnings: listWarnings(aggregates),
  };
}

function listWarnings({ matching, baseline, candidate }: MatchedAggregates): string[] {
  const { scenarios, interactions } = matching.unmatched;
  const only = scenarios.length + interactions.length;
  const warnings = [
    matching.rewritten > 0 &&
      `${matching.rewritten} interactions have another text, reference, labels or checks in the two runs: what changed there may be the script`,
    only > 0 &&
      `${scenarios.length} scenarios and ${interactions.length} interactions are in one of the runs only and were not compared`,
    baseline.incompleteAttempts + candidate.incompleteAttempts > 0 &&
      'attempts that were not played to their end were not compared',
  ];
  return warnings.filter((warning) => warning !== false);
}

/** Two aggregated runs and which of their scenarios and turns match. */
export interface MatchedAggregates {
  readonly matching: PlanMatch;
  readonly baseline: RunAggregate;
  readonly candidate: RunAggregate;
}

/** The attempts' means of one metric, scenario by scenario. */
export function pairAttemptMeans(
  { matching, baseline, candidate }: MatchedAggregates,
  metric: string,
): readonly ScenarioPair[] {
  return matching.scenarios.map((at) => ({
    baseline: baseline.attemptMeans(metric, at.baseline),
    candidate: candidate.attemptMeans(metric, at.candidate),
    sameReplies: baseline.isSameReply(at.baseline) && candidate.isSameReply(at.candidate),
  }));
}

/** The attempts' scores in one turn, by the metric that decides. */
function pairTurnScores(
  { baseline, candidate }: MatchedAggregates,
  scenario: MatchedScenario,
  turn: IndexPair,
): ScenarioPair {
  return {
    baseline: baseline.turnScores(scenario.baseline, turn.baseline),
    candidate: candidate.turnScores(scenario.candidate, turn.candidate),
    sameReplies:
      baseline.isSameReply(scenario.baseline, turn.baseline) &&
      candidate.isSameReply(scenario.candidate, turn.candidate),
  };
}

/** The cost of each run over all its turns, matched or not. */
function compareCosts({ aggregates, ...runs }: ComparedRuns): ComparedCost {
  const baseline = priceModel(runs.baseline.plan, aggregates.baseline.totals.spent);
  const candidate = priceModel(runs.candidate.plan, aggregates.candidate.totals.spent);
  const delta = baseline === null || candidate === null ? null : toDollars(candidate - baseline);
  return { currency: 'USD', baseline, candidate, delta };
}

/** The change of every interaction that both runs have: the largest drop first, unscored ones last. */
function compareInteractions(aggregates: MatchedAggregates, plan: RunPlan): ComparedInteraction[] {
  const compared = aggregates.matching.scenarios.flatMap((at) => {
    const scenario = plan.scenarios[at.candidate];
    return at.turns.map((turn) => ({
      scenario_id: scenario?.id ?? '',
      interaction_id: scenario?.interactions[turn.candidate]?.id ?? '',
      baseline_position: { scenario: at.baseline, turn: turn.baseline },
      candidate_position: { scenario: at.candidate, turn: turn.candidate },
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

/**
 * Attempts at a scenario are exchangeable, so the first attempt of one run is paired with the first of the
 * other, and so on: if nothing changed, as many pairs break as get fixed (McNemar).
 */
function comparePasses({
  matching,
  baseline,
  candidate,
}: MatchedAggregates): ComparedPasses | null {
  const pairs = matching.scenarios.map((at) => ({
    old: baseline.passes(at.baseline),
    now: candidate.passes(at.candidate),
  }));
  const old = roundPasses(describeRunPasses(pairs.map((pair) => countPasses(pair.old))));
  const now = roundPasses(describeRunPasses(pairs.map((pair) => countPasses(pair.now))));
  if (old === undefined || now === undefined) return null;
  const count = (before: boolean, after: boolean): number =>
    pairs
      .flatMap((pair) => pair.old.map((passed, at) => [passed, pair.now[at]] as const))
      .filter(([passed, passes]) => passed === before && passes === after).length;
  const broken = count(true, false);
  const fixed = count(false, true);
  return { baseline: old, candidate: now, broken, fixed, p: round(mcnemar(broken, fixed)) };
}
