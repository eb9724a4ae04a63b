import type { Comparison, RunHead } from '@assay/contracts';
import type { ReactNode } from 'react';
import {
  formatCompact,
  formatDelta,
  formatDeltaInterval,
  formatDollars,
  formatInterval,
  formatMany,
  formatMs,
  formatScore,
  formatShare,
  NONE,
} from '../../format/numbers.ts';
import { Tile } from '../../parts/tile.tsx';
import { PassTile, passLabel } from '../run/pass-tile.tsx';
import { toneOf } from '../run/tone-of.ts';
import type { Passing } from './use-passing.ts';

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
        {comparison && ` · ${formatCompact(comparison.candidate.usage.total_tokens)} tokens`}
        {typeof cost === 'number' && ` · ${formatDollars(cost)}`}
      </Tile>
    </div>
  );
}

type SideTileProps = Pick<OverviewTilesProps, 'latest' | 'comparison'>;

function ScoreTile({ latest: { overview, scores }, comparison }: SideTileProps): ReactNode {
  const change = comparison?.on_this_suite;
  return (
    <Tile label="Score" value={formatScore(scores?.['overall'])} tone={toneOf(change?.result)}>
      95 % CI {formatInterval(overview?.ci95)}
      {change && ` · Δ ${formatDelta(change.delta)} ${formatDeltaInterval(change.interval)}`}
    </Tile>
  );
}

function LatencyTile({ latest: { overview }, comparison }: SideTileProps): ReactNode {
  const before = comparison?.baseline.latency_ms;
  const now = overview?.latency_ms;
  return (
    <Tile label="Latency p50 / p95" value={`${formatMs(now?.median)} / ${formatMs(now?.p95)}`}>
      {before && `before: ${formatMs(before.median)} / ${formatMs(before.p95)}`}
    </Tile>
  );
}
