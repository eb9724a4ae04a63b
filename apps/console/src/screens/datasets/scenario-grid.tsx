import type { ScenarioRow } from '@fairtrial/contracts';
import { formatCount } from '@fairtrial/format';
import { GripVertical } from 'lucide-react';
import { useState, type DragEvent, type ReactNode } from 'react';
import { VirtualGrid, type VirtualGridProps } from '../../parts/virtual-grid.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';

interface ScenarioGridProps extends Pick<
  VirtualGridProps,
  'total' | 'row' | 'isStale' | 'list' | 'onNearEnd'
> {
  readonly rows: readonly ScenarioRow[];
  readonly onOpen: (row: number) => void;
  /** `undefined` if the list cannot be reordered. */
  readonly onMove: ((from: number, to: number) => void) | undefined;
  /** The actions of a row; empty for none. */
  readonly actions: (row: number) => readonly MenuItem[];
}

const COLUMNS =
  'grid h-[38px] grid-cols-[20px_minmax(140px,1.2fr)_minmax(160px,2fr)_52px_60px_minmax(80px,1fr)_32px] items-center gap-x-3 px-2';
const ROW_PX = 38;

/** The scenarios of a dataset. */
export function ScenarioGrid(props: ScenarioGridProps): ReactNode {
  const { rows } = props;
  const drag = useDrag(props.onMove);
  return (
    <VirtualGrid
      {...props}
      label="Scenarios"
      count={rows.length}
      rowHeight={ROW_PX}
      className="max-h-[max(24rem,calc(100dvh-16rem))]"
      rowsClassName="min-w-[44rem]"
      head={<Head />}
    >
      {(index, top) => {
        const one = rows[index];
        return one && <Row key={one.id} {...{ ...props, one, index, top, drag }} />;
      }}
    </VirtualGrid>
  );
}

function Head(): ReactNode {
  return (
    <div role="rowgroup" className="sticky top-0 z-10">
      <div
        role="row"
        aria-rowindex={1}
        className={`${COLUMNS} border-b border-line bg-raised text-[13px] font-semibold text-dim`}
      >
        <div role="columnheader">
          <span className="sr-only">Order</span>
        </div>
        <div role="columnheader">Name</div>
        <div role="columnheader">First message</div>
        <div role="columnheader" className="text-right">
          Turns
        </div>
        <div role="columnheader" className="text-right">
          Checks
        </div>
        <div role="columnheader">Tags</div>
        <div role="columnheader">
          <span className="sr-only">Actions</span>
        </div>
      </div>
    </div>
  );
}

interface RowProps extends ScenarioGridProps {
  readonly one: ScenarioRow;
  readonly index: number;
  readonly top: number;
  readonly drag: Drag;
}

function Row({ one, index, top, drag, ...list }: RowProps): ReactNode {
  const items = list.actions(index);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- Enter opens the current row
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={index === list.row}
      onClick={() => list.onOpen(index)}
      {...drag.rowProps(index)}
      style={{ transform: `translateY(${top}px)` }}
      className={`${COLUMNS} absolute inset-x-0 cursor-pointer border-b border-line hover:bg-raised aria-selected:bg-raised aria-selected:shadow-[inset_3px_0_var(--accent)] ${drag.over === index ? 'outline-2 -outline-offset-2 outline-accent' : ''}`}
    >
      <div role="gridcell" className="text-dim" title={drag.isOn ? 'Drag to reorder' : undefined}>
        {drag.isOn && <GripVertical size={15} className="cursor-grab" aria-hidden />}
      </div>
      <div role="gridcell" className="truncate font-medium" title={one.name}>
        {one.name}
      </div>
      <div role="gridcell" className="truncate text-dim" title={one.preview}>
        {one.preview}
      </div>
      <div role="gridcell" className="text-right">
        {formatCount(one.interactions)}
      </div>
      <div role="gridcell" className="text-right">
        {formatCount(one.checks)}
      </div>
      <div role="gridcell" className="truncate text-[13px] text-dim" title={one.tags.join(', ')}>
        {one.tags.join(', ')}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- keeps a click on the menu from opening the row */}
      <div role="gridcell" onClick={(event) => event.stopPropagation()}>
        {items.length > 0 && <Menu isSmall label={`Actions of ${one.name}`} items={items} />}
      </div>
    </div>
  );
}

interface Drag {
  readonly isOn: boolean;
  /** The row below the pointer. */
  readonly over: number | undefined;
  readonly rowProps: (index: number) => object;
}

/** Reorders rows by dragging them. */
function useDrag(onMove: ScenarioGridProps['onMove']): Drag {
  const [from, setFrom] = useState<number>();
  const [over, setOver] = useState<number>();
  if (onMove === undefined) return { isOn: false, over: undefined, rowProps: () => ({}) };
  const end = (): void => {
    setFrom(undefined);
    setOver(undefined);
  };
  return {
    isOn: true,
    over: from === undefined || from === over ? undefined : over,
    rowProps: (index) => ({
      draggable: true,
      onDragStart: (event: DragEvent) => {
        event.dataTransfer.effectAllowed = 'move';
        setFrom(index);
      },
      onDragOver: (event: DragEvent) => {
        if (from === undefined) return;
        event.preventDefault();
        setOver(index);
      },
      onDragEnd: end,
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        if (from !== undefined) onMove(from, index);
        end();
      },
    }),
  };
}
