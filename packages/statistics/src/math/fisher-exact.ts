import { comparePassCounts } from '../compare/compare-pass-counts.ts';

/** `hits` of `of` cases. */
export interface Rate {
  readonly hits: number;
  readonly of: number;
}

/**
 * Fisher's exact test of two rates, two-sided: the probability of a difference at least as improbable as the observed
 * one, if both rates are equal. 1 if either side has no cases. The error is below 1e-14 with up to 50,000 cases a side.
 */
export function fisherExact(a: Rate, b: Rate): number {
  return comparePassCounts([
    {
      baseline: { passes: a.hits, attempts: a.of },
      candidate: { passes: b.hits, attempts: b.of },
    },
  ]);
}
