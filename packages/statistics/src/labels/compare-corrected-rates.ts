import { normalProbability } from '../math/t-distribution.ts';
import { Z_95 } from '../math/wilson.ts';
import { rateInterval, sampleRate, type RateSample } from './corrected-pass-rate.ts';
import type { LabelledScenario } from './labelled-attempt.ts';

export interface CorrectedDifference {
  /** Candidate minus baseline. */
  readonly delta: number;
  readonly interval95: readonly [number, number];
  /** Two-sided. */
  readonly p: number;
}

const MAX_Z = 40;
const BISECTIONS = 60;

/**
 * Compares the corrected pass rates of two runs; `undefined` if one has no labels. The interval combines those of both
 * rates (Newcombe's hybrid score interval), and p is the level at which it ends at 0. Holds only if the attempts of
 * both runs were labelled in one mixed queue, blind to the run.
 */
export function compareCorrectedRates(
  baseline: readonly LabelledScenario[],
  candidate: readonly LabelledScenario[],
): CorrectedDifference | undefined {
  const old = sampleRate(baseline);
  const now = sampleRate(candidate);
  if (old === undefined || now === undefined) return undefined;
  const intervalAt = (z: number): readonly [number, number] => differenceInterval(old, now, z);
  return { delta: now.rate - old.rate, interval95: intervalAt(Z_95), p: pValue(intervalAt) };
}

function differenceInterval(
  old: RateSample,
  now: RateSample,
  z: number,
): readonly [number, number] {
  const [oldLow, oldHigh] = rateInterval(old, z);
  const [nowLow, nowHigh] = rateInterval(now, z);
  const delta = now.rate - old.rate;
  return [
    delta - Math.hypot(now.rate - nowLow, oldHigh - old.rate),
    delta + Math.hypot(nowHigh - now.rate, old.rate - oldLow),
  ];
}

/** Finds the largest normal quantile whose interval excludes 0 by bisection. */
function pValue(intervalAt: (z: number) => readonly [number, number]): number {
  let low = 0;
  let high = MAX_Z;
  for (let no = 0; no < BISECTIONS; no += 1) {
    const middle = (low + high) / 2;
    const [from, to] = intervalAt(middle);
    if (from > 0 || to < 0) low = middle;
    else high = middle;
  }
  return 2 * normalProbability(-low);
}
