import type { Comparison, RunFigures, RunView } from '@fairtrial/contracts';
import {
  formatCompactCount,
  formatCost,
  formatDuration,
  formatMany,
  formatShare,
  NONE,
} from '@fairtrial/format';
import type { ReactNode } from 'react';
import { PassTile } from '../../parts/run/pass-tile.tsx';
import { ScoreTile } from '../../parts/run/score-tile.tsx';
import { Tile } from '../../parts/tile.tsx';
import { metadataFields } from './describe-run.ts';

interface RunTilesProps {
  readonly run: RunView;
  readonly figures: RunFigures | undefined;
  readonly comparison: Comparison | undefined;
}

/** The run in four numbers, each with its confidence interval or details. */
export function RunTiles({ run, figures, comparison }: RunTilesProps): ReactNode {
  const stats = run.result?.stats ?? {};
  return (
    <div className="mb-4 grid grid-cols-4 gap-3 max-lg:grid-cols-2 max-sm:grid-cols-1">
      <ScoreTile
        mean={stats['overall']?.mean}
        ci95={stats['overall']?.ci95}
        comparison={comparison}
      />
      <PassTile passes={run.result && run.result.passes} attempts={run.attempts} />
      <Tile label="Metadata match" value={formatShare(stats['metadata']?.mean)}>
        {metadataFields(stats)
          .map(({ field, mean }) => `${field} ${formatShare(mean)}`)
          .join(' · ') || 'no turn has a metadata score'}
      </Tile>
      <LatencyTile run={run} latency={figures?.latency_ms} />
    </div>
  );
}

interface LatencyTileProps {
  readonly run: RunView;
  readonly latency: RunFigures['latency_ms'] | undefined;
}

function LatencyTile({ run, latency }: LatencyTileProps): ReactNode {
  const tokens = run.result?.usage.total_tokens ?? 0;
  const cost = run.result?.cost.total ?? null;
  const parts = [
    ...(tokens > 0 ? [`${formatCompactCount(tokens)} tokens`] : []),
    ...(cost === null ? [] : [formatCost(cost)]),
    ...(run.failed_turns > 0 ? [formatMany(run.failed_turns, 'failed request')] : []),
  ];
  return (
    <Tile
      label="Latency p50 / p95"
      value={latency ? `${formatDuration(latency.median)} / ${formatDuration(latency.p95)}` : NONE}
    >
      {parts.join(' · ')}
    </Tile>
  );
}
