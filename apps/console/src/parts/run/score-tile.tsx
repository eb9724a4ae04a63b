import type { Comparison } from '@fairtrial/contracts';
import { formatDelta, formatInterval, formatScore } from '@fairtrial/format';
import type { ReactNode } from 'react';
import { CI95_MEANING, formatVerdictInterval } from '../../format/confidence.ts';
import { Tile } from '../tile.tsx';

interface ScoreTileProps {
  readonly mean: number | undefined;
  readonly ci95: readonly [number, number] | null | undefined;
  readonly comparison: Comparison | undefined;
}

/** The mean score, its confidence interval with an explanation, and the change against the baseline. */
export function ScoreTile({ mean, ci95, comparison }: ScoreTileProps): ReactNode {
  const suite = comparison?.on_this_suite;
  return (
    <Tile label="Score" value={formatScore(mean)}>
      {ci95 && `95 % CI ${formatInterval(ci95)}: ${CI95_MEANING}`}
      {!ci95 && mean !== undefined && 'one attempt says nothing about noise'}
      {mean === undefined && 'no turn has a score'}
      {suite && ` · Δ ${formatDelta(suite.delta)} ${formatVerdictInterval(suite)}`}
    </Tile>
  );
}
