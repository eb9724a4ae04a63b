import { quantile } from '@assay/statistics';

export function median(values: readonly number[]): number {
  return quantile(values, 0.5) ?? Number.NaN;
}

export function round3(value: number): number {
  return Math.round(value * 1000) / 1000;
}
