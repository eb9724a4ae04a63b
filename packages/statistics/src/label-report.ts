import { confusion, type ConfusionCell, type LabelPair } from './confusion.ts';
import { labelTotals, type LabelTotals } from './label-totals.ts';
import { mean } from './mean.ts';

export interface LabelReport {
  readonly n: number;
  readonly accuracy: number;
  /** The mean of the labels' F1, rare ones counting as much as frequent ones. */
  readonly macroF1: number;
  readonly confusion: readonly ConfusionCell[];
}

/**
 * How well labels were given; undefined without any. A label that was not given counts as wrong and is
 * no label of its own. Every label that was expected or given counts in the macro-F1.
 */
export function labelReport(pairs: Iterable<LabelPair>): LabelReport | undefined {
  const cells = confusion(pairs);
  const { n, labels } = labelTotals(cells);
  if (n === 0) return undefined;
  const totals = [...labels.values()];
  return {
    n,
    accuracy: totals.reduce((sum, { both }) => sum + both, 0) / n,
    macroF1: mean(totals.map(f1)),
    confusion: cells,
  };
}

function f1({ expected, given, both }: LabelTotals): number {
  return (2 * both) / (expected + given);
}
