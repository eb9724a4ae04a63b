export interface HolmResult {
  /** The p-value after Holm's correction: below alpha exactly where Holm calls it significant. */
  readonly adjusted: number;
  /**
   * The level of the interval that says the same: alpha / (m − i) for the i-th smallest of m where Holm
   * went on, and the level at which it stopped for all from there. At that level an interval excludes 0
   * exactly where Holm calls the difference significant; at a plain 95 % it would exclude it too often.
   */
  readonly level: number;
}

/** Holm's step-down correction: in a family of tests, one false alarm or more with at most `alpha`. */
export function holm(pValues: readonly number[], alpha = 0.05): readonly HolmResult[] {
  const family = pValues.length;
  const ranked = pValues.map((p, at) => ({ p, at })).toSorted((a, b) => a.p - b.p);
  const results: HolmResult[] = [];
  let adjusted = 0;
  let stoppedAt: number | undefined;
  for (const [rank, { p, at }] of ranked.entries()) {
    adjusted = Math.max(adjusted, Math.min(1, p * (family - rank)));
    const level = stoppedAt ?? alpha / (family - rank);
    if (p > level) stoppedAt ??= level;
    results[at] = { adjusted, level };
  }
  return results;
}
