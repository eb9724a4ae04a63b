import type { Comparison, LabelScores } from '@assay/contracts';
import { round } from '../summary/rounding.ts';
import type { Sides } from './pair-up.ts';

/** How well both runs gave the labels of every metadata key. */
export function compareLabels({ baseline, candidate }: Sides): Comparison['labels'] {
  const keys = new Set([...baseline.labels.keys(), ...candidate.labels.keys()]);
  return Object.fromEntries(
    [...keys].map((key) => [
      key,
      {
        baseline: rounded(baseline.labels.get(key)),
        candidate: rounded(candidate.labels.get(key)),
      },
    ]),
  );
}

function rounded(scores: LabelScores | undefined): LabelScores | null {
  if (scores === undefined) return null;
  return { ...scores, accuracy: round(scores.accuracy), macro_f1: round(scores.macro_f1) };
}
