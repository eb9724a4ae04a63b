import { quantile } from '@fairtrial/statistics';

export function median(values: readonly number[]): number {
  return quantile(values, 0.5) ?? Number.NaN;
}

/** A figure that is measured several times. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

export function spread(values: readonly number[]): Spread {
  return { median: median(values), min: Math.min(...values), max: Math.max(...values) };
}
