import type { RunFigures } from '@assay/contracts';
import { formatScore, formatShare } from '@assay/format';
import type { ReactNode } from 'react';
import { Tile } from './tile.tsx';

interface PassTileProps {
  readonly rows: RunFigures['rows'];
  readonly attempts: number;
  /** Shown if it is not the run's own. */
  readonly passThreshold?: number | undefined;
}

/** How many interactions passed in every attempt. */
export function PassTile({ rows, attempts, passThreshold }: PassTileProps): ReactNode {
  const counted = countDecided(rows) + rows.error;
  const share = (count: number): string => formatShare(counted === 0 ? null : count / counted);
  return (
    <Tile label={passLabel(attempts)} value={share(rows.passed)}>
      flaky {share(rows.flaky)} · failed {share(rows.failed + rows.error)}
      {passThreshold !== undefined && ` · pass threshold ${formatScore(passThreshold, 2)}`}
    </Tile>
  );
}

export function passLabel(attempts: number): string {
  return `Passed every attempt (pass^${attempts})`;
}

/** How many interactions have a result against the pass threshold. */
export function countDecided({ failed, flaky, passed }: RunFigures['rows']): number {
  return failed + flaky + passed;
}
