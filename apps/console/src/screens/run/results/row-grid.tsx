import type { RunRow } from '@fairtrial/contracts';
import { formatScore } from '@fairtrial/format';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, type ReactNode } from 'react';
import { GRID_COLUMNS, GridRow } from './grid-row.tsx';
import type { RowSort } from '../run-search.ts';

interface RowGridProps {
  readonly rows: readonly RunRow[];
  /** Size of the whole list, including rows that are not loaded. */
  readonly total: number;
  /** The row that keys act on. */
  readonly row: number;
  readonly sort: RowSort;
  readonly passThreshold: number | undefined;
  readonly hasBaseline: boolean;
  readonly isStale: boolean;
  /** Identifies the list: another list starts at its top. */
  readonly list: string;
  readonly onSort: (sort: RowSort) => void;
  readonly onOpen: (row: number) => void;
  /** Called near the end of the loaded rows. */
  readonly onNearEnd: () => void;
}

const ROW_PX = 34;
const LOAD_AHEAD_ROWS = 60;

/** A virtualised list: only the visible rows are drawn. */
export function RowGrid(props: RowGridProps): ReactNode {
  const { rows, total, row, onNearEnd, onOpen } = props;
  const frame = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_PX,
    overscan: 12,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= rows.length - LOAD_AHEAD_ROWS) onNearEnd();
  }, [last, rows.length, onNearEnd]);
  // Scrolls once to each current row: rows that load later must not scroll back.
  const wanted = `${props.list} ${row}`;
  const shown = useRef<string>(undefined);
  useEffect(() => {
    if (shown.current === wanted || row >= rows.length) return;
    shown.current = wanted;
    virtual.scrollToIndex(row, { align: 'auto' });
  }, [wanted, row, rows.length, virtual]);
  return (
    <div
      ref={frame}
      role="grid"
      tabIndex={0}
      aria-label="Interactions"
      aria-rowcount={total + 1}
      aria-busy={props.isStale}
      className={`max-h-[max(24rem,calc(100dvh-9rem))] overflow-auto rounded-lg border bg-surface ${props.isStale ? 'border-dashed border-dim' : 'border-line'}`}
    >
      <div className="min-w-[68rem]">
        <GridHead {...props} />
        <div role="rowgroup" className="relative" style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index, start }) => {
            const one = rows[index];
            return (
              one && (
                <GridRow
                  key={`${one.scenario}/${one.turn}`}
                  row={one}
                  index={index}
                  top={start}
                  isCurrent={index === row}
                  passThreshold={props.passThreshold}
                  hasBaseline={props.hasBaseline}
                  onOpen={onOpen}
                />
              )
            );
          })}
        </div>
      </div>
    </div>
  );
}

type GridHeadProps = Pick<RowGridProps, 'sort' | 'passThreshold' | 'hasBaseline' | 'onSort'>;

function GridHead({ sort, passThreshold, hasBaseline, onSort }: GridHeadProps): ReactNode {
  const tick = passThreshold === undefined ? '0–1' : `tick ${formatScore(passThreshold, 2)}`;
  return (
    <div role="rowgroup" className="sticky top-0 z-10">
      <div
        role="row"
        aria-rowindex={1}
        className={`${GRID_COLUMNS} border-b border-line bg-raised text-[13px] font-semibold text-dim`}
      >
        <Column name="Status" />
        <Column name="Scenario" sort={sort} by="position" onSort={onSort} />
        <Column name="User message" />
        <Column name={`Attempts (${tick})`} />
        <Column name="Score" sort={sort} by="score" onSort={onSort} />
        <Column name={hasBaseline ? 'Δ base' : 'Δ'} />
        <Column name="Meta" />
        <Column name="p50" sort={sort} by="latency" onSort={onSort} />
        <Column name="Tokens" />
      </div>
    </div>
  );
}

interface ColumnProps {
  readonly name: string;
  /** The current order of the list. */
  readonly sort?: RowSort;
  /** The sort key of this column; `undefined` if it is not sortable. */
  readonly by?: 'position' | 'score' | 'latency';
  readonly onSort?: (sort: RowSort) => void;
}

function Column({ name, sort, by, onSort }: ColumnProps): ReactNode {
  if (by === undefined || onSort === undefined) return <div role="columnheader">{name}</div>;
  const isUp = sort === by;
  const isDown = sort === `-${by}`;
  const next = isUp && by !== 'position' ? (`-${by}` as const) : by;
  return (
    <div role="columnheader" aria-sort={direction(isUp, isDown)}>
      <button type="button" onClick={() => onSort(next)} className="hover:text-text">
        {name} <span aria-hidden>{isUp ? '↑' : isDown && '↓'}</span>
      </button>
    </div>
  );
}

function direction(isUp: boolean, isDown: boolean): 'ascending' | 'descending' | 'none' {
  if (isUp) return 'ascending';
  return isDown ? 'descending' : 'none';
}
