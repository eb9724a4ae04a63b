import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, type ReactNode } from 'react';

export interface VirtualGridProps {
  readonly label: string;
  /** The number of loaded rows. */
  readonly count: number;
  /** Size of the whole list, including rows that are not loaded; `undefined` if it is not known. */
  readonly total: number | undefined;
  /** The row that keys act on. */
  readonly row: number;
  readonly rowHeight: number;
  readonly isStale: boolean;
  /** Identifies the list: another list starts at its top. */
  readonly list: string;
  /** Called near the end of the loaded rows. */
  readonly onNearEnd: () => void;
  /** Classes with the largest height of the list. */
  readonly className: string;
  /** Classes with the smallest width of a row. */
  readonly rowsClassName: string;
  /** The names of the columns. */
  readonly head: ReactNode;
  /** Draws the row at an index, below the top by a number of pixels. */
  readonly children: (index: number, top: number) => ReactNode;
}

const LOAD_AHEAD_ROWS = 60;

/** A virtualised list: only the visible rows are drawn. */
export function VirtualGrid(props: VirtualGridProps): ReactNode {
  const { label, count, total, row, rowHeight, isStale, list, onNearEnd } = props;
  const frame = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= count - LOAD_AHEAD_ROWS) onNearEnd();
  }, [last, count, onNearEnd]);
  // Scrolls once to each current row: rows that load later must not scroll back.
  const wanted = `${list} ${row}`;
  const shown = useRef<string>(undefined);
  useEffect(() => {
    if (shown.current === wanted || row >= count) return;
    shown.current = wanted;
    virtual.scrollToIndex(row, { align: 'auto' });
  }, [wanted, row, count, virtual]);
  return (
    <div
      ref={frame}
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={total === undefined ? -1 : total + 1}
      aria-busy={isStale}
      className={`${props.className} overflow-auto rounded-lg border bg-surface ${isStale ? 'border-dashed border-dim' : 'border-line'}`}
    >
      <div className={props.rowsClassName}>
        {props.head}
        <div role="rowgroup" className="relative" style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index, start }) => props.children(index, start))}
        </div>
      </div>
    </div>
  );
}
