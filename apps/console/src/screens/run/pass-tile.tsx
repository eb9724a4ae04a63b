import type { RunFigures } from '@assay/contracts';
import type { ReactNode } from 'react';
import { formatShare } from '../../format/numbers.ts';
import { Tile } from '../../parts/tile.tsx';
import { decidedIn } from './decided-in.ts';

interface PassTileProps {
  readonly rows: RunFigures['rows'];
  readonly attempts: number;
  /** Of whoever looks, where the run has none of its own. */
  readonly passThreshold?: number | undefined;
}

/** How many interactions passed in every attempt. */
export function PassTile({ rows, attempts, passThreshold }: PassTileProps): ReactNode {
  const counted = decidedIn(rows) + rows.error;
  const shareOf = (count: number): string => formatShare(counted === 0 ? null : count / counted);
  return (
    <Tile label={passLabel(attempts)} value={shareOf(rows.passed)}>
      flaky {shareOf(rows.flaky)} · failed {shareOf(rows.failed + rows.error)}
      {passThreshold !== undefined && ` · pass threshold ${passThreshold.toFixed(2)}`}
    </Tile>
  );
}

export function passLabel(attempts: number): string {
  return `Passed every attempt (pass^${attempts})`;
}
