import type { VarianceEstimate } from '../math/standard-error.ts';
import { tQuantile } from '../math/t-distribution.ts';
import { wilsonInterval, Z_95 } from '../math/wilson.ts';
import {
  countLabels,
  effectiveSize,
  weighJudgedOnly,
  weighLabelled,
  type LabelledScenario,
  type WeightedAttempt,
} from './labelled-attempt.ts';
import { estimateWithJudge } from './prediction-powered.ts';

export interface CorrectedPassRate {
  readonly rate: number;
  readonly interval95: readonly [number, number];
  /** Labelled attempts. */
  readonly labelled: number;
  /** Labelled attempts that failed. */
  readonly fails: number;
  /** `ppi` if the judge's results of the unlabelled attempts narrow the interval. */
  readonly method: 'labels' | 'ppi';
}

/** A pass rate that is as certain as if this many attempts of one population had been labelled. */
export interface RateSample {
  readonly rate: number;
  readonly size: number;
  readonly method: CorrectedPassRate['method'];
}

/** With fewer labels or fails, the quality of the judge is too uncertain for its results to help. */
const MIN_PPI_LABELS = 100;
const MIN_PPI_FAILS = 10;

/**
 * Estimates the pass rate that people would give to all attempts; `undefined` without labels. Uses Wilson's interval
 * of the labels, and PPI++ from 100 labelled attempts and 10 fails on if the judge graded unlabelled attempts.
 */
export function correctedPassRate(
  scenarios: readonly LabelledScenario[],
): CorrectedPassRate | undefined {
  const sample = sampleRate(scenarios);
  if (sample === undefined) return undefined;
  return {
    rate: sample.rate,
    interval95: rateInterval(sample),
    labelled: countLabels(scenarios),
    fails: countFails(scenarios),
    method: sample.method,
  };
}

/** Wilson's interval, 95 % unless another normal quantile is given. */
export function rateInterval({ rate, size }: RateSample, z?: number): readonly [number, number] {
  return wilsonInterval(rate * size, size, z) ?? [0, 1];
}

/** Returns the corrected pass rate with its effective sample size; `undefined` without labels. */
export function sampleRate(scenarios: readonly LabelledScenario[]): RateSample | undefined {
  const labelled = weighLabelled(scenarios);
  if (labelled.length === 0) return undefined;
  const usesJudge =
    labelled.length >= MIN_PPI_LABELS &&
    countFails(scenarios) >= MIN_PPI_FAILS &&
    weighJudgedOnly(scenarios).length > 0;
  return usesJudge ? sampleWithJudge(scenarios, labelled) : sampleLabels(labelled);
}

function sampleLabels(labelled: readonly WeightedAttempt[]): RateSample {
  const total = labelled.reduce((sum, { weight }) => sum + weight, 0);
  const passed = labelled.reduce((sum, { label, weight }) => sum + (label ? weight : 0), 0);
  return { rate: passed / total, size: effectiveSize(labelled), method: 'labels' };
}

/**
 * The size is at least that of the labels alone. It is limited by the variance of a run whose attempts are all labelled,
 * plus that of one label that disagrees with the judge: a judge that agrees with all labels may still be wrong about
 * other attempts.
 */
function sampleWithJudge(
  scenarios: readonly LabelledScenario[],
  labelled: readonly WeightedAttempt[],
): RateSample {
  const estimate = estimateWithJudge(scenarios);
  const rate = Math.min(1, Math.max(0, estimate.mean));
  const spread = rate * (1 - rate);
  const least = spread / scenarios.flat().length + 1 / (labelled.length + 1) ** 2;
  const size = spread / Math.max(widened(estimate), least);
  return { rate, size: Math.max(effectiveSize(labelled), size), method: 'ppi' };
}

/** Returns a variance whose normal interval is as wide as Student's t interval of the estimate. */
function widened({ variance, df }: VarianceEstimate): number {
  return df === 0 ? variance : variance * (tQuantile(df) / Z_95) ** 2;
}

function countFails(scenarios: readonly LabelledScenario[]): number {
  return scenarios.flat().filter(({ label }) => label === false).length;
}
