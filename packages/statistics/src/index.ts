export { averageScores } from './average-scores.ts';
export { describeMetrics } from './describe-metrics.ts';
