import type { Comparison, RunFigures, RunHead } from '@assay/contracts';
import type { ReactNode } from 'react';
import {
  formatCompact,
  formatDelta,
  formatDeltaInterval,
  formatInterval,
  formatMany,
  formatMs,
  formatScore,
  formatShare,
} from '../../format/numbers.ts';
import { Tile } from '../../parts/tile.tsx';
import { toneOf } from '../run/tone-of.ts';

interface OverviewTilesProps {
  readonly latest: RunHead;
  readonly comparison: Comparison | undefined;
  readonly figures: RunFigures | undefined;
  readonly mark: number;
}

/** The latest run in four numbers. */
export function OverviewTiles({
  latest,
  comparison,
  figures,
  mark,
}: OverviewTilesProps): ReactNode {
  const { failed_turns: failed, turns } = latest;
  return (
    <div className="mb-4 grid auto-rows-[minmax(7.5rem,auto)] grid-cols-4 gap-3 max-lg:grid-cols-2 max-sm:grid-cols-1">
      <ScoreTile latest={latest} comparison={comparison} />
      <PassTile rows={figures?.rows} attempts={latest.attempts} mark={mark} />
      <LatencyTile latest={latest} comparison={comparison} />
      <Tile label="Answered" value={formatShare(1 - failed / Math.max(1, turns.finished))}>
        {formatMany(turns.finished, 'turn')}
        {comparison && ` · ${formatCompact(comparison.candidate.usage.total_tokens)} tokens`}
      </Tile>
    </div>
  );
}

type SideTileProps = Pick<OverviewTilesProps, 'latest' | 'comparison'>;

function ScoreTile({ latest: { digest, scores }, comparison }: SideTileProps): ReactNode {
  const change = comparison?.on_this_suite;
  return (
    <Tile label="Score" value={formatScore(scores?.['overall'])} tone={toneOf(change?.word)}>
      95 % CI {formatInterval(digest?.ci95)}
      {change && ` · Δ ${formatDelta(change.delta)} ${formatDeltaInterval(change.interval)}`}
    </Tile>
  );
}

function LatencyTile({ latest: { digest }, comparison }: SideTileProps): ReactNode {
  const before = comparison?.baseline.latency_ms;
  const now = digest?.latency_ms;
  return (
    <Tile label="Latency p50 / p95" value={`${formatMs(now?.median)} / ${formatMs(now?.p95)}`}>
      {before && `before: ${formatMs(before.median)} / ${formatMs(before.p95)}`}
    </Tile>
  );
}

interface PassTileProps {
  readonly rows: RunFigures['rows'] | undefined;
  readonly attempts: number;
  readonly mark: number;
}

function PassTile({ rows, attempts, mark }: PassTileProps): ReactNode {
  const counted = rows && rows.total - rows.unscored;
  const shareOf = (count: number | undefined): string =>
    formatShare(count === undefined || !counted ? null : count / counted);
  return (
    <Tile label={`Passed every attempt (pass^${attempts})`} value={shareOf(rows?.passed)}>
      flaky {shareOf(rows?.flaky)} · failed {shareOf(rows && rows.failed + rows.error)} · mark{' '}
      {mark.toFixed(2)}
    </Tile>
  );
}
