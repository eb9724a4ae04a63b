import type { Comparison, RunFigures, RunHead } from '@assay/contracts';
import {
  formatChange,
  formatCompactCount,
  formatCost,
  formatDuration,
  formatInterval,
  formatMany,
  formatScore,
  formatShare,
  NONE,
} from '@assay/format';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useClient } from '../../data/api-context.ts';
import { figuresQuery } from '../../data/run-queries.ts';
import { countDecided, passLabel, PassTile } from '../../parts/pass-tile.tsx';
import { Tile, verdictTone } from '../../parts/tile.tsx';

interface OverviewTilesProps {
  readonly latest: RunHead;
  readonly comparison: Comparison | undefined;
  readonly passing: Passing | undefined;
}

/** The latest run in four numbers. */
export function OverviewTiles({ latest, comparison, passing }: OverviewTilesProps): ReactNode {
  const { failed_turns: failed, turns } = latest;
  const cost = comparison?.cost?.candidate;
  return (
    <div className="mb-4 grid auto-rows-[minmax(7.5rem,auto)] grid-cols-4 gap-3 max-lg:grid-cols-2 max-sm:grid-cols-1">
      <ScoreTile latest={latest} comparison={comparison} />
      {passing ? (
        <PassTile {...passing} attempts={latest.attempts} />
      ) : (
        <Tile label={passLabel(latest.attempts)} value={NONE} />
      )}
      <LatencyTile latest={latest} comparison={comparison} />
      <Tile label="Answered" value={formatShare(1 - failed / Math.max(1, turns.finished))}>
        {formatMany(turns.finished, 'turn')}
        {comparison && ` · ${formatCompactCount(comparison.candidate.usage.total_tokens)} tokens`}
        {typeof cost === 'number' && ` · ${formatCost(cost)}`}
      </Tile>
    </div>
  );
}

type LatestTileProps = Pick<OverviewTilesProps, 'latest' | 'comparison'>;

function ScoreTile({ latest: { overview, scores }, comparison }: LatestTileProps): ReactNode {
  const change = comparison?.on_this_suite;
  return (
    <Tile label="Score" value={formatScore(scores?.['overall'])} tone={verdictTone(change?.result)}>
      95 % CI {formatInterval(overview?.ci95)}
      {change && ` · Δ ${formatChange(change.delta, change.interval)}`}
    </Tile>
  );
}

function LatencyTile({ latest: { overview }, comparison }: LatestTileProps): ReactNode {
  const before = comparison?.baseline.latency_ms;
  const now = overview?.latency_ms;
  return (
    <Tile
      label="Latency p50 / p95"
      value={`${formatDuration(now?.median)} / ${formatDuration(now?.p95)}`}
    >
      {before && `before: ${formatDuration(before.median)} / ${formatDuration(before.p95)}`}
    </Tile>
  );
}

/** How many interactions passed, and by which threshold. */
interface Passing {
  readonly rows: RunFigures['rows'];
  /** Undefined if it is the run's own. */
  readonly passThreshold: number | undefined;
}

/** Used for a run that has no pass threshold of its own; the tile names it. */
const FALLBACK_PASS_THRESHOLD = 0.7;

/** What passes in a run by the threshold of the URL, else by the run's own, else by the fallback. */
export function usePassing(run: RunHead, passThreshold: number | undefined): Passing | undefined {
  const client = useClient();
  const figures = useQuery(figuresQuery(client, run, passThreshold));
  const isUndecided = figures.data !== undefined && countDecided(figures.data.rows) === 0;
  const fallback = useQuery({
    ...figuresQuery(client, run, FALLBACK_PASS_THRESHOLD),
    enabled: isUndecided,
  });
  if (isUndecided)
    return fallback.data && { rows: fallback.data.rows, passThreshold: FALLBACK_PASS_THRESHOLD };
  return figures.data && { rows: figures.data.rows, passThreshold };
}
