import type { RunRow } from '@assay/contracts';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, type ReactNode } from 'react';
import { GridHead } from './grid-head.tsx';
import { GridRow } from './grid-row.tsx';
import type { RowSort } from './run-search.ts';

export interface RowGridProps {
  readonly rows: readonly RunRow[];
  /** Of the whole list, loaded or not. */
  readonly total: number;
  /** The one that keys act on. */
  readonly row: number;
  readonly sort: RowSort;
  readonly passThreshold: number | undefined;
  readonly hasBaseline: boolean;
  readonly isStale: boolean;
  /** Which list it is: another one begins at its top. */
  readonly list: string;
  readonly onSort: (sort: RowSort) => void;
  readonly onOpen: (row: number) => void;
  /** The reader comes near the end of what is loaded. */
  readonly onNearEnd: () => void;
}

const ROW_HEIGHT = 34;
const AHEAD = 60;

/** Rows in sight, of any number of them. */
export function RowGrid(props: RowGridProps): ReactNode {
  const { rows, total, row, onNearEnd, onOpen } = props;
  const frame = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= rows.length - AHEAD) onNearEnd();
  }, [last, rows.length, onNearEnd]);
  // Once for each row that is gone to: more rows that come in must not take the reader back.
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
      className={`h-[max(24rem,calc(100dvh-9rem))] overflow-auto rounded-lg border border-line bg-surface ${props.isStale ? 'opacity-60' : ''}`}
    >
      <div className="min-w-[66rem]">
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
