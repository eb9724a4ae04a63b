/** A difference of means within ± this margin is not a relevant change. */
export const DEFAULT_MARGIN = 0.03;

export const DEFAULT_METRIC = 'overall';

/** Intervals have a confidence of 1 − 0.05 = 95 %. Smaller p-values are significant. */
export const SIGNIFICANCE_LEVEL = 0.05;

/** A turn with a smaller share of scored attempts in either run is not compared. */
export const MIN_TURN_COVERAGE = 0.8;

/** With a smaller share of answered or scored turns, a run measures its endpoint or judge rather than its model. */
export const MIN_COVERAGE = 0.95;
