import { quantile } from '@fairtrial/statistics';

export function median(values: readonly number[]): number {
  return quantile(values, 0.5) ?? Number.NaN;
}
