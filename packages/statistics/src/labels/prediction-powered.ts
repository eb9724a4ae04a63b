import { variance } from '../math/descriptive.ts';
import { addVariances, type VarianceEstimate } from '../math/standard-error.ts';
import {
  countLabels,
  effectiveSize,
  weighJudgedOnly,
  weighLabelled,
  type LabelledScenario,
  type WeightedAttempt,
} from './labelled-attempt.ts';

/**
 * The part of a group of scenarios in the estimate, as a function of λ: it adds `labels + λ · shift` to the mean, and
 * `labelVariance − 2λ · covariance + λ² · judgeVariance` to the variance.
 */
interface Group {
  readonly labels: number;
  readonly shift: number;
  readonly labelVariance: number;
  readonly covariance: number;
  readonly judgeVariance: number;
  readonly df: number;
}

/** The variance within a scenario cannot be estimated with fewer labels. */
const MIN_GROUP_LABELS = 2;

/**
 * Estimates the pass rate that people would give to all attempts (prediction-powered inference, PPI++ of Angelopoulos,
 * Duchi and Zrnic). The judge's pass rate of the unlabelled attempts minus that of the labelled ones shows how far the
 * drawn attempts differ from the others; λ times this difference is added to the pass rate of the labels. λ is between
 * 0 and 1 and minimises the variance: the worse the judge, the smaller λ. Means and variances are stratified by
 * scenario.
 */
export function estimateWithJudge(
  scenarios: readonly LabelledScenario[],
): VarianceEstimate & { readonly mean: number } {
  const total = scenarios.flat().length;
  const groups = groupScenarios(scenarios).map((group) =>
    describeGroup(group, group.flat().length / total),
  );
  const lambda = bestLambda(groups);
  return {
    ...addVariances(groups.map((group) => ({ variance: varianceAt(group, lambda), df: group.df }))),
    mean: groups.reduce((sum, { labels, shift }) => sum + labels + lambda * shift, 0),
  };
}

/** Returns the λ with the smallest variance. */
function bestLambda(groups: readonly Group[]): number {
  const covariance = groups.reduce((sum, group) => sum + group.covariance, 0);
  const judgeVariance = groups.reduce((sum, group) => sum + group.judgeVariance, 0);
  return judgeVariance === 0 ? 0 : Math.min(1, Math.max(0, covariance / judgeVariance));
}

/** Rounding errors may make a variance of 0 negative. */
function varianceAt({ labelVariance, covariance, judgeVariance }: Group, lambda: number): number {
  return Math.max(0, labelVariance - 2 * lambda * covariance + lambda ** 2 * judgeVariance);
}

/**
 * Makes each scenario a group of its own. Those with fewer than two labels become one group, which also contains the
 * differences between its scenarios: the variance is too large rather than too small.
 */
function groupScenarios(scenarios: readonly LabelledScenario[]): LabelledScenario[][] {
  const counted = scenarios.map((scenario) => ({ scenario, labels: countLabels([scenario]) }));
  const merged: LabelledScenario[] = [];
  const groups = [merged];
  let mergedLabels = 0;
  for (const { scenario, labels } of counted.toSorted((a, b) => a.labels - b.labels)) {
    // A single label is too few for the merged group too: it takes one more scenario.
    const isOpen = merged.length > 0 && mergedLabels < MIN_GROUP_LABELS;
    if (labels < MIN_GROUP_LABELS || isOpen) {
      merged.push(scenario);
      mergedLabels += labels;
    } else groups.push([scenario]);
  }
  return groups.filter((group) => group.length > 0);
}

/** `share` is the share of the group in the attempts of the run. */
function describeGroup(scenarios: readonly LabelledScenario[], share: number): Group {
  const labelled = weighLabelled(scenarios);
  const labels = deviations(labelled, ({ label }) => label);
  const df = labelled.length - 1;
  const scale = (share ** 2 * labelled.length) / df;
  const labelsOnly = {
    labels: share * labels.mean,
    shift: 0,
    labelVariance: scale * sumOfProducts(labels.values, labels.values),
    covariance: 0,
    judgeVariance: 0,
    df,
  };
  const others = weighJudgedOnly(scenarios);
  const judged = labelled.filter(({ judge }) => judge !== null);
  if (judged.length < MIN_GROUP_LABELS || others.length === 0) return labelsOnly;
  const drawn = deviations(labelled, ({ judge }) => judge ?? undefined);
  const spread = variance([...judged, ...others].map(({ judge }) => Number(judge))) ?? 0;
  return {
    ...labelsOnly,
    shift: share * (deviations(others, ({ judge }) => judge ?? undefined).mean - drawn.mean),
    covariance: scale * sumOfProducts(labels.values, drawn.values),
    judgeVariance:
      scale * sumOfProducts(drawn.values, drawn.values) +
      (share ** 2 * spread) / effectiveSize(others),
  };
}

/** Returns the weighted mean of the known results, and the share of each attempt in its deviation from the truth. */
function deviations(
  attempts: readonly WeightedAttempt[],
  resultOf: (attempt: WeightedAttempt) => boolean | undefined,
): { readonly mean: number; readonly values: readonly number[] } {
  const results = attempts.map((attempt) => ({
    result: resultOf(attempt),
    weight: attempt.weight,
  }));
  const known = results.filter(({ result }) => result !== undefined);
  const total = known.reduce((sum, { weight }) => sum + weight, 0);
  const mean = known.reduce((sum, { result, weight }) => sum + weight * Number(result), 0) / total;
  return {
    mean,
    values: results.map(({ result, weight }) =>
      result === undefined ? 0 : (weight * (Number(result) - mean)) / total,
    ),
  };
}

function sumOfProducts(left: readonly number[], right: readonly number[]): number {
  return left.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0);
}
