import type { Scores } from '@assay/contracts';

/** Metrics whose null says that there was nothing to compare, not that a comparison failed. */
const NULL_WHERE_NOTHING_APPLIES: ReadonlySet<string> = new Set(['key_facts']);

/** Scores without those that do not apply to the turn: they are no gap in a metric's coverage. */
export function withoutInapplicable(scores: Scores): Scores {
  return Object.fromEntries(
    Object.entries(scores).filter(
      ([metric, score]) => score !== null || !NULL_WHERE_NOTHING_APPLIES.has(metric),
    ),
  );
}
