import type { Comparison, MetricStats, RunFigures, RunView } from '@assay/contracts';
import {
  formatChange,
  formatCompactCount,
  formatCost,
  formatCount,
  formatDuration,
  formatInterval,
  formatMany,
  formatScore,
  formatShare,
  NONE,
} from '@assay/format';
import type { ReactNode } from 'react';
import { countDecided, PassTile } from '../../parts/pass-tile.tsx';
import { Tile, verdictTone } from '../../parts/tile.tsx';
import { metadataFields } from './metadata-fields.ts';

interface RunTilesProps {
  readonly run: RunView;
  readonly figures: RunFigures | undefined;
  readonly comparison: Comparison | undefined;
}

/** The run in four numbers, each with its interval or details. */
export function RunTiles({ run, figures, comparison }: RunTilesProps): ReactNode {
  const stats = run.result?.stats ?? {};
  return (
    <div className="mb-4 grid grid-cols-4 gap-3 max-lg:grid-cols-2">
      <ScoreTile overall={stats['overall']} comparison={comparison} />
      <InteractionsTile figures={figures} attempts={run.attempts} />
      <Tile label="Metadata match" value={formatShare(stats['metadata']?.mean)}>
        {metadataFields(stats)
          .map(({ field, mean }) => `${field} ${formatShare(mean)}`)
          .join(' · ')}
      </Tile>
      <LatencyTile run={run} latency={figures?.latency_ms} />
    </div>
  );
}

interface ScoreTileProps {
  readonly overall: MetricStats | undefined;
  readonly comparison: Comparison | undefined;
}

function ScoreTile({ overall, comparison }: ScoreTileProps): ReactNode {
  const suite = comparison?.on_this_suite;
  const delta = suite?.delta ?? comparison?.metrics['overall']?.delta;
  const parts = [
    ...(overall?.ci95 ? [`95 % CI ${formatInterval(overall.ci95)}`] : []),
    ...(typeof delta === 'number' ? [`Δ ${formatChange(delta, suite?.interval)}`] : []),
  ];
  return (
    <Tile label="Score" value={formatScore(overall?.mean)} tone={verdictTone(suite?.result)}>
      {parts.join(' · ')}
    </Tile>
  );
}

interface LatencyTileProps {
  readonly run: RunView;
  readonly latency: RunFigures['latency_ms'] | undefined;
}

function LatencyTile({ run, latency }: LatencyTileProps): ReactNode {
  const tokens = run.result?.usage.total_tokens ?? 0;
  const cost = run.result?.cost?.total ?? null;
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

type InteractionsTileProps = Pick<RunTilesProps, 'figures'> & { readonly attempts: number };

/** How many interactions passed; without a pass threshold, how many there are. */
function InteractionsTile({ figures, attempts }: InteractionsTileProps): ReactNode {
  const isDecided = figures !== undefined && countDecided(figures.rows) > 0;
  if (!isDecided) {
    return (
      <Tile label="Interactions" value={formatCount(figures?.rows.total ?? 0)}>
        {figures && figures.rows.error > 0
          ? `${formatCount(figures.rows.error)} with errors`
          : 'set a pass threshold below to see what passes'}
      </Tile>
    );
  }
  return <PassTile rows={figures.rows} attempts={attempts} />;
}
