export { averageScores } from './average-scores.ts';
export { describeMetric } from './describe-metric.ts';
export { mean } from './mean.ts';
