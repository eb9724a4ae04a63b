import type { Comparison, RunHead } from '@fairtrial/contracts';
import {
  formatCompactCount,
  formatCost,
  formatDuration,
  formatMany,
  formatShare,
} from '@fairtrial/format';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useClient } from '../../data/api-context.ts';
import { runQuery } from '../../data/run-queries.ts';
import { PassTile } from '../../parts/run/pass-tile.tsx';
import { ScoreTile } from '../../parts/run/score-tile.tsx';
import { Tile } from '../../parts/tile.tsx';

interface OverviewTilesProps {
  readonly latest: RunHead;
  readonly comparison: Comparison | undefined;
}

/** The latest run in four numbers. */
export function OverviewTiles({ latest, comparison }: OverviewTilesProps): ReactNode {
  const { failed_turns: failed, turns, scores, overview } = latest;
  const run = useQuery(runQuery(useClient(), latest.run_id));
  const cost = comparison?.cost.candidate;
  return (
    <div className="mb-4 grid auto-rows-[minmax(8.75rem,auto)] grid-cols-4 gap-3 max-lg:grid-cols-2 max-sm:grid-cols-1">
      <ScoreTile mean={scores?.['overall']} ci95={overview?.ci95} comparison={comparison} />
      <PassTile passes={run.data && (run.data.result?.passes ?? null)} attempts={latest.attempts} />
      <LatencyTile latest={latest} comparison={comparison} />
      <Tile label="Answered" value={formatShare(1 - failed / Math.max(1, turns.finished))}>
        {formatMany(turns.finished, 'turn')}
        {comparison && ` · ${formatCompactCount(comparison.candidate.usage.total_tokens)} tokens`}
        {typeof cost === 'number' && ` · ${formatCost(cost)}`}
      </Tile>
    </div>
  );
}

function LatencyTile({ latest: { overview }, comparison }: OverviewTilesProps): ReactNode {
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
