export { averageScores, collectMetrics, describeMetrics } from './collect-metrics.ts';
export { compareMeans, compareRuns, type RunComparison } from './compare-runs.ts';
export { findChangedScenarios } from './compare-scenarios.ts';
export { mean, quantile, variance } from './descriptive.ts';
export { isScoredInBoth, type ScenarioPair } from './difference.ts';
export { labelReport, type LabelPair } from './labels.ts';
export { mcnemar } from './mcnemar.ts';
export { generalMean, suiteMean } from './mean-interval.ts';
export {
  describeRunPasses,
  describeScenarioPasses,
  isFlaky,
  meanOverScenarios,
  passAtK,
  passHatK,
  wilsonInterval,
  type PassCount,
} from './pass-rates.ts';
export { seededRandom, type Random } from './seeded-random.ts';
export { detectableChange, type Verdict } from './verdict.ts';
