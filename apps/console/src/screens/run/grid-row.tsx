import type { RunRow } from '@assay/contracts';
import { memo, type ReactNode } from 'react';
import { Strip } from '../../charts/strip.tsx';
import { formatMs, formatScore, NONE } from '../../format/numbers.ts';
import { Delta } from '../../parts/delta.tsx';
import { GRID_COLUMNS } from './grid-columns.ts';
import { RowStatusWord } from './row-status.tsx';

interface GridRowProps {
  readonly row: RunRow;
  readonly index: number;
  readonly top: number;
  readonly isCurrent: boolean;
  readonly passThreshold: number | undefined;
  readonly hasBaseline: boolean;
  readonly onOpen: (index: number) => void;
}

/** One interaction over all its attempts. Drawn anew only where something of it changed. */
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
        <RowStatusWord status={row.status} />
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
      <div role="gridcell">
        <Delta delta={delta} />
      </div>
      <div role="gridcell">
        <MetadataSign share={row.metadata} />
      </div>
      <div role="gridcell">{formatMs(row.latency_ms)}</div>
      <div role="gridcell">{row.tokens === null ? NONE : Math.round(row.tokens)}</div>
    </div>
  );
});

function MetadataSign({ share }: { readonly share: number | null }): ReactNode {
  if (share === null) return <span className="text-dim">{NONE}</span>;
  const [glyph, word] = share === 1 ? (['✓', 'as expected'] as const) : (['≠', 'differs'] as const);
  return (
    <span className={share === 1 ? 'text-dim' : 'font-semibold text-bad'}>
      <span aria-hidden>{glyph}</span>
      <span className="sr-only">{word}</span>
    </span>
  );
}
