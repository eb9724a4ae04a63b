import type { Comparison } from '@assay/contracts';

/** A comparison and what its candidate is called on the screen. */
export interface NamedComparison {
  readonly name: string;
  readonly comparison: Comparison;
}

/** One candidate is the candidate; several have numbers. */
export function nameComparisons(comparisons: readonly Comparison[]): readonly NamedComparison[] {
  return comparisons.map((comparison, at) => ({
    name: comparisons.length === 1 ? 'candidate' : `candidate ${at + 1}`,
    comparison,
  }));
}
