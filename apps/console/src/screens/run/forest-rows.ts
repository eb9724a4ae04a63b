import type { Comparison } from '@assay/contracts';
import type { ForestRow } from '../../charts/forest.tsx';

/** What changed beyond noise comes first, by size; then the rest, what fell most first. */
export function forestRows({ scenarios }: Pick<Comparison, 'scenarios'>): readonly ForestRow[] {
  const rows = scenarios.flatMap(({ name, delta, verdict, ci95 }): readonly ForestRow[] =>
    delta === null || verdict === null
      ? []
      : [{ name, delta, interval: verdict.interval ?? ci95, word: verdict.result }],
  );
  return rows.toSorted((a, b) => rankOf(a) - rankOf(b) || a.delta - b.delta);
}

function rankOf({ word }: ForestRow): number {
  if (word === 'regressed') return 0;
  return word === 'improved' ? 1 : 2;
}
