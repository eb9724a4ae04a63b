import type { RowStatus, RunRow } from '@fairtrial/contracts';
import { formatCount, formatDelta, formatDuration, formatScore, NONE } from '@fairtrial/format';
import { memo, type ReactNode } from 'react';
import { Strip } from '../../../charts/strip.tsx';

/** Shared by the header and every row. */
export const GRID_COLUMNS =
  'grid h-[34px] grid-cols-[112px_minmax(120px,1fr)_minmax(180px,2fr)_176px_64px_76px_56px_72px_64px] items-center gap-x-3 px-3';

interface GridRowProps {
  readonly row: RunRow;
  readonly index: number;
  readonly top: number;
  readonly isCurrent: boolean;
  readonly passThreshold: number | undefined;
  readonly hasBaseline: boolean;
  readonly onOpen: (index: number) => void;
}

/**
 * One interaction over all its attempts. Its change has no colour, because there is no verdict on single interactions.
 */
export const GridRow = memo(function GridRow(props: GridRowProps): ReactNode {
  const { row, index, top, isCurrent, passThreshold, hasBaseline, onOpen } = props;
  const delta =
    hasBaseline && row.mean !== null && row.baseline_mean !== null
      ? row.mean - row.baseline_mean
      : undefined;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- Enter opens the current row
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isCurrent}
      onClick={() => onOpen(index)}
      style={{ transform: `translateY(${top}px)` }}
      className={`${GRID_COLUMNS} absolute inset-x-0 cursor-pointer border-b border-line hover:bg-raised aria-selected:bg-raised aria-selected:shadow-[inset_3px_0_var(--accent)]`}
    >
      <div role="gridcell">
        <RowStatusLabel row={row} />
      </div>
      <div role="gridcell" className="flex min-w-0 gap-1" title={row.scenario_name}>
        <span className="truncate">{row.scenario_name}</span>
        <span className="text-dim">#{row.turn + 1}</span>
      </div>
      <div role="gridcell" className="truncate" title={row.user_message}>
        {row.user_message}
      </div>
      <div role="gridcell">
        <Strip scores={row.scores} passThreshold={passThreshold} width={160} />
      </div>
      <div role="gridcell" className="font-semibold">
        {formatScore(row.mean, 2)}
      </div>
      <div role="gridcell" className="text-dim">
        {formatDelta(delta, 2)}
      </div>
      <div role="gridcell">
        <MetadataIcon share={row.metadata} />
      </div>
      <div role="gridcell">{formatDuration(row.latency_ms)}</div>
      <div role="gridcell">{row.tokens === null ? NONE : formatCount(Math.round(row.tokens))}</div>
    </div>
  );
});

function MetadataIcon({ share }: { readonly share: number | null }): ReactNode {
  if (share === null) return <span className="text-dim">{NONE}</span>;
  const [glyph, label] =
    share === 1 ? (['✓', 'as expected'] as const) : (['≠', 'differs'] as const);
  return (
    <span className={share === 1 ? 'text-dim' : 'font-semibold text-bad'}>
      <span aria-hidden>{glyph}</span>
      <span className="sr-only">{label}</span>
    </span>
  );
}

const STATUS_STYLES: Readonly<
  Record<RowStatus, readonly [glyph: string, label: string, colour: string]>
> = {
  error: ['!', 'error', 'text-warn'],
  failed: ['✗', 'fail', 'text-bad'],
  flaky: ['≈', 'flaky', 'text-warn'],
  passed: ['✓', 'pass', 'text-dim'],
  scored: ['·', 'scored', 'text-dim'],
  unscored: ['–', 'no score', 'text-dim'],
};

const CHECK_FAILED = ['✗', 'check failed', 'text-bad'] as const;

/** A failed check is red even if other attempts passed. */
function RowStatusLabel({
  row: { status, failed_checks: failed },
}: Pick<GridRowProps, 'row'>): ReactNode {
  const [glyph, label, colour] = failed.length > 0 ? CHECK_FAILED : STATUS_STYLES[status];
  return (
    <span className={`font-semibold whitespace-nowrap ${colour}`} title={failed.join(', ')}>
      <span aria-hidden className="mr-1 inline-block w-3 text-center">
        {glyph}
      </span>
      {label}
    </span>
  );
}
