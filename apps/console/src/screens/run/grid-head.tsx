import type { ReactNode } from 'react';
import { formatScore } from '../../format/numbers.ts';
import { GRID_COLUMNS } from './grid-columns.ts';
import type { RowGridProps } from './row-grid.tsx';
import type { RowSort } from './run-search.ts';

type GridHeadProps = Pick<RowGridProps, 'sort' | 'passThreshold' | 'hasBaseline' | 'onSort'>;

export function GridHead({ sort, passThreshold, hasBaseline, onSort }: GridHeadProps): ReactNode {
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
  /** How the list is sorted now, and what this column sorts by. */
  readonly sort?: RowSort;
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
