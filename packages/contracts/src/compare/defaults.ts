/** A difference of means within ± this margin is no change worth reporting. */
export const DEFAULT_MARGIN = 0.03;

/** The metric that decides a comparison. */
export const DEFAULT_METRIC = 'overall';

/** Intervals are at 1 − 0.05 = 95 %; p-values below it are significant. */
export const SIGNIFICANCE_LEVEL = 0.05;

/** A turn with a smaller share of scored attempts, on either side, takes no part in a comparison. */
export const MIN_TURN_COVERAGE = 0.8;

/** With a smaller share of answered or scored turns, a run says more about its endpoint or judge than about its model. */
export const MIN_COVERAGE = 0.95;
