import { mean } from './mean.ts';

/** The sample variance; undefined below two values, which say nothing of their spread. */
export function variance(values: readonly number[]): number | undefined {
  if (values.length < 2) return undefined;
  const centre = mean(values);
  const squares = values.reduce((sum, value) => sum + (value - centre) ** 2, 0);
  return squares / (values.length - 1);
}
