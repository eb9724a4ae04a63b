export { varianceBetweenRuns, type BetweenRuns } from './compare/between-runs.ts';
export { comparePassCounts, differInFaults, exceedsFaultLimit } from './compare/compare-counts.ts';
export {
  combineVerdicts,
  compareMeans,
  compareRuns,
  type RunComparison,
  type SequentialVerdicts,
} from './compare/compare-runs.ts';
export { findChangedScenarios, type ScenarioVerdict } from './compare/compare-scenarios.ts';
export { decideLook, type ScenarioDecision } from './compare/decide-look.ts';
export { planLooks, type Look } from './compare/plan-looks.ts';
export type { ScenarioPair } from './compare/scenario-pair.ts';
export { detectableChange, type RunNoise, type SuiteVerdict } from './compare/suite-verdict.ts';
export { averageScores, collectMetrics, describeMetrics } from './describe/collect-metrics.ts';
export { labelReport, type LabelPair } from './describe/labels.ts';
export { generalMean, suiteMean } from './describe/mean-interval.ts';
export {
  describeRunPasses,
  describeScenarioPasses,
  isFlaky,
  meanOverScenarios,
  passAtK,
  passHatK,
  type PassCount,
} from './describe/pass-rates.ts';
export { agreement, type Agreement } from './labels/agreement.ts';
export { compareCorrectedRates } from './labels/compare-corrected-rates.ts';
export { correctedPassRate, type CorrectedPassRate } from './labels/corrected-pass-rate.ts';
export type { LabelledScenario } from './labels/labelled-attempt.ts';
export { estimateByRoganGladen } from './labels/rogan-gladen.ts';
export { mean, quantile, variance } from './math/descriptive.ts';
export { seededRandom, type Random } from './math/seeded-random.ts';
export { perfectAttemptsFor, wilsonInterval } from './math/wilson.ts';
