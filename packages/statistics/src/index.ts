export { averageScores } from './average-scores.ts';
export { describeMetrics } from './describe-metrics.ts';
export { mean } from './mean.ts';
