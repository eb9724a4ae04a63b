import { confusion, type LabelPair } from './confusion.ts';
import { labelTotals } from './label-totals.ts';

/**
 * Cohen's kappa: how much two raters agree beyond what their habits alone would give. Undefined without
 * pairs, and where both always said the same one thing: chance explains all of that.
 */
export function kappa(pairs: Iterable<LabelPair>): number | undefined {
  const { n, labels } = labelTotals(confusion(pairs));
  let agreed = 0;
  let byChance = 0;
  for (const { expected, given, both } of labels.values()) {
    agreed += both / n;
    byChance += (expected / n) * (given / n);
  }
  return n === 0 || byChance === 1 ? undefined : (agreed - byChance) / (1 - byChance);
}
