import type { RunRow } from '@fairtrial/contracts';
import { formatScore } from '@fairtrial/format';
import type { ReactNode } from 'react';
import { VirtualGrid, type VirtualGridProps } from '../../../parts/virtual-grid.tsx';
import { GRID_COLUMNS, GridRow } from './grid-row.tsx';
import type { RowSort } from '../run-search.ts';

interface RowGridProps extends Pick<
  VirtualGridProps,
  'total' | 'row' | 'isStale' | 'list' | 'onNearEnd'
> {
  readonly rows: readonly RunRow[];
  readonly sort: RowSort;
  readonly passThreshold: number | undefined;
  readonly hasBaseline: boolean;
  readonly onSort: (sort: RowSort) => void;
  readonly onOpen: (row: number) => void;
}

const ROW_PX = 34;

/** The interactions of a run. */
export function RowGrid(props: RowGridProps): ReactNode {
  const { rows, row, passThreshold, hasBaseline, onOpen } = props;
  return (
    <VirtualGrid
      {...props}
      label="Interactions"
      count={rows.length}
      rowHeight={ROW_PX}
      className="max-h-[max(24rem,calc(100dvh-9rem))]"
      rowsClassName="min-w-[68rem]"
      head={<GridHead {...props} />}
    >
      {(index, top) => {
        const one = rows[index];
        const isCurrent = index === row;
        return (
          one && (
            <GridRow
              key={`${one.scenario}/${one.turn}`}
              row={one}
              {...{ index, top, isCurrent, passThreshold, hasBaseline, onOpen }}
            />
          )
        );
      }}
    </VirtualGrid>
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
