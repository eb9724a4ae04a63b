import { mean } from './mean.ts';
import { suiteMean, type MeanWithInterval } from './suite-mean.ts';

/**
 * The same mean as that of the suite, asked of scenarios like these: the scenarios are the sample, so
 * the noise is how much their means differ, and one attempt each will do. One scenario says nothing
 * of others.
 */
export function generalMean(scenarios: readonly (readonly number[])[]): MeanWithInterval {
  return suiteMean([scenarios.map(mean)]);
}
