import { intervalOf, type Interval } from './interval-of.ts';
import { mean } from './mean.ts';
import { deltaOf, type ScenarioPair } from './scenario-pair.ts';
import { suiteDifference } from './suite-difference.ts';

export interface MeansCompared {
  readonly delta: number;
  readonly ci95: Interval | undefined;
}

/**
 * A difference without a verdict word, for the metrics and turns beside the one that decides: nobody
 * corrects for how many of them are looked at, so it ranks and does not judge. Of several scenarios it
 * is the mean of their differences; one that a side did not score takes no part.
 */
export function compareMeans(pairs: readonly ScenarioPair[]): MeansCompared | undefined {
  const scored = pairs.filter((pair) => pair.baseline.length > 0 && pair.candidate.length > 0);
  if (scored.length === 0) return undefined;
  const difference = suiteDifference(scored);
  return { delta: mean(scored.map(deltaOf)), ci95: difference && intervalOf(difference, 0.05) };
}
