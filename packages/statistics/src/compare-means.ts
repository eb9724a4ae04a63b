import { intervalOf, type Interval } from './interval-of.ts';
import { deltaOf, type ScenarioPair } from './scenario-pair.ts';
import { suiteDifference } from './suite-difference.ts';

export interface MeansCompared {
  readonly delta: number;
  readonly ci95: Interval | undefined;
}

/**
 * A difference without a verdict word, for the metrics and turns beside the one that decides: nobody
 * corrects for how many of them are looked at, so it ranks and does not judge.
 */
export function compareMeans(pair: ScenarioPair): MeansCompared | undefined {
  if (pair.baseline.length === 0 || pair.candidate.length === 0) return undefined;
  const difference = suiteDifference([pair]);
  return { delta: deltaOf(pair), ci95: difference && intervalOf(difference, 0.05) };
}
