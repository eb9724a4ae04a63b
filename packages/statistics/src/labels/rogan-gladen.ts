import { Z_95 } from '../math/wilson.ts';

/** Results of a judge on the attempts of a run, and on attempts of earlier runs that people labelled. */
export interface JudgeCounts {
  /** Attempts of the run that the judge passed. */
  readonly judgePasses: number;
  /** Attempts of the run that the judge graded. */
  readonly judged: number;
  /** Labelled attempts that the judge and the person passed. */
  readonly truePositives: number;
  /** Labelled attempts that the person passed. */
  readonly positives: number;
  /** Labelled attempts that the judge and the person failed. */
  readonly trueNegatives: number;
  /** Labelled attempts that the person failed. */
  readonly negatives: number;
}

export interface RoganGladenEstimate {
  readonly rate: number;
  readonly interval95: readonly [number, number];
}

interface Rate {
  readonly value: number;
  readonly size: number;
}

/**
 * Estimates the pass rate that people would give to a run from the judge's pass rate and from its errors on attempts
 * that were labelled earlier (estimator of Rogan and Gladen, interval of Lang and Reiczigel, 2014). Assumes that the
 * judge errs on this run as often as on the labelled attempts, so it is only displayed. `undefined` if a count is
 * missing, or if the judge is not better than chance.
 */
export function estimateByRoganGladen(counts: JudgeCounts): RoganGladenEstimate | undefined {
  const { judgePasses, judged, truePositives, positives, trueNegatives, negatives } = counts;
  if (judged === 0 || positives === 0 || negatives === 0) return undefined;
  const excess = truePositives / positives + trueNegatives / negatives - 1;
  if (excess <= 0) return undefined;
  const rate = (judgePasses / judged + trueNegatives / negatives - 1) / excess;
  return { rate: withinUnit(rate), interval95: interval(counts) };
}

function interval(counts: JudgeCounts): readonly [number, number] {
  const apparent = addResults(counts.judgePasses, counts.judged, Z_95 ** 2);
  const sensitivity = addResults(counts.truePositives, counts.positives, 2);
  const specificity = addResults(counts.trueNegatives, counts.negatives, 2);
  const excess = sensitivity.value + specificity.value - 1;
  if (excess <= 0) return [0, 1];
  const rate = (apparent.value + specificity.value - 1) / excess;
  const passNoise = varianceOf(sensitivity);
  const failNoise = varianceOf(specificity);
  const centre = rate + 2 * Z_95 ** 2 * (rate * passNoise - (1 - rate) * failNoise);
  const noise = varianceOf(apparent) + rate ** 2 * passNoise + (1 - rate) ** 2 * failNoise;
  const half = (Z_95 * Math.sqrt(noise)) / excess;
  return [withinUnit(centre - half), withinUnit(centre + half)];
}

/** Adds this many results, half of them hits, so that few results do not look certain. */
function addResults(hits: number, n: number, added: number): Rate {
  return { value: (hits + added / 2) / (n + added), size: n + added };
}

function varianceOf({ value, size }: Rate): number {
  return (value * (1 - value)) / size;
}

function withinUnit(value: number): number {
  return Math.min(1, Math.max(0, value));
}
