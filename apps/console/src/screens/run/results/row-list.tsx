import type { RunFigures, RunHead, RunRow, RunView } from '@fairtrial/contracts';
import { formatMany } from '@fairtrial/format';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { isOver } from '../../../data/run-queries.ts';
import { rowKeys, useKeys } from '../../../keys/use-keys.ts';
import { Empty } from '../../../parts/empty.tsx';
import { Failure } from '../../../parts/failure.tsx';
import { Skeleton } from '../../../parts/skeleton.tsx';
import { StaleBar } from '../../../parts/stale-bar.tsx';
import { Button } from '../../../ui/button.tsx';
import { RowFilter } from './row-filter.tsx';
import { RowGrid } from './row-grid.tsx';
import type { RunSearch, RunSearchChange } from '../run-search.ts';
import { toRowFilter, useRows, type Rows } from './use-rows.ts';

interface RowListProps {
  readonly run: RunView;
  readonly figures: RunFigures | undefined;
  readonly baseline: string | undefined;
  readonly search: RunSearch;
  readonly onSearch: (change: RunSearchChange) => void;
}

const GRID = ['h-[60vh]'] as const;
/** A link to a row beyond this does not load all rows above it. */
const MAX_LINKED_ROW = 4000;

/** The filtered and sorted rows of a run, with `j` and `k` to move. */
export function RowList(props: RowListProps): ReactNode {
  const { run, figures, baseline, search, onSearch } = props;
  const { row = 0, sort = 'score', pass_threshold: passThreshold, filter = '' } = search;
  const found = useRows(run, toRowFilter(search));
  const { rows, loadMore } = found;
  const open = useRowKeys({ runId: run.run_id, rows, search });
  // A link can name a row that is several pages away.
  useEffect(() => {
    if (row >= rows.length && rows.length < MAX_LINKED_ROW) loadMore();
  }, [row, rows.length, loadMore]);
  return (
    <>
      <RowFilter run={run} rows={figures?.rows} search={search} onSearch={onSearch} />
      <NewResults run={run} onRefresh={found.refetch} />
      {rows.length === 0 && (
        <NoRows
          found={found}
          isFiltered={filter !== '' || search.failed_check !== undefined}
          onClear={() => onSearch({ filter: undefined, failed_check: undefined, row: undefined })}
        />
      )}
      {rows.length > 0 && (
        <RowGrid
          rows={rows}
          total={found.total}
          row={row}
          sort={sort}
          passThreshold={passThreshold ?? run.result?.pass_threshold ?? undefined}
          hasBaseline={baseline !== undefined}
          isStale={found.isStale}
          list={`${sort} ${filter} ${passThreshold} ${search.failed_check}`}
          onSort={(next) => onSearch({ sort: next, row: undefined })}
          onOpen={open}
          onNearEnd={loadMore}
        />
      )}
      <p className="mt-2 text-[13px] text-dim" role="status">
        {found.isStale ? 'Loading…' : formatMany(found.total, 'interaction')}
      </p>
    </>
  );
}

interface NoRowsProps {
  readonly found: Rows;
  readonly isFiltered: boolean;
  readonly onClear: () => void;
}

function NoRows({ found, isFiltered, onClear }: NoRowsProps): ReactNode {
  const { error, isPending, refetch } = found;
  if (isPending) return <Skeleton label="the interactions" blocks={GRID} />;
  if (error) {
    return <Failure what="The interactions could not be loaded" error={error} onRetry={refetch} />;
  }
  if (!isFiltered) return <Empty>No turns are finished yet.</Empty>;
  return (
    <Empty action={<Button onClick={onClear}>Show all</Button>}>
      No interactions match the filter.
    </Empty>
  );
}

interface NewResultsProps {
  readonly run: RunHead;
  readonly onRefresh: () => void;
}

/** Rows of an unfinished run are refreshed only on request, so that they do not move. */
function NewResults({ run, onRefresh }: NewResultsProps): ReactNode {
  const { finished } = run.turns;
  const [seen, setSeen] = useState(finished);
  const fresh = finished - seen;
  if (isOver(run.state) || fresh <= 0) return null;
  return (
    <div className="mb-3">
      <StaleBar
        onRefresh={() => {
          setSeen(finished);
          onRefresh();
        }}
      >
        {`${formatMany(fresh, 'new result')}.`}
      </StaleBar>
    </div>
  );
}

interface RowKeysProps {
  readonly runId: string;
  readonly rows: readonly RunRow[];
  readonly search: RunSearch;
}

/** Moves through the rows with `j` and `k`. Returns a function that opens a row. */
function useRowKeys({ runId, rows, search }: RowKeysProps): (at: number) => void {
  const navigate = useNavigate();
  const { row = 0 } = search;
  const move = useCallback(
    (to: number): Promise<void> =>
      navigate({
        to: '/console/runs/$runId',
        params: { runId },
        search: { ...search, row: to },
        replace: true,
      }),
    [navigate, runId, search],
  );
  const open = useCallback(
    async (at: number): Promise<void> => {
      const one = rows[at];
      if (one === undefined) return;
      await move(at); // so that going back returns to this row
      const params = { runId, scenario: String(one.scenario), turn: String(one.turn) };
      const to = '/console/runs/$runId/$scenario/$turn';
      await navigate({ to, params, search: { ...search, row: at } });
    },
    [navigate, move, rows, runId, search],
  );
  useKeys([
    ...rowKeys({ what: 'row', row, count: rows.length, onRow: (next) => void move(next) }),
    { keys: 'Enter', label: 'Open the row', run: () => void open(row) },
  ]);
  return useCallback((at: number) => void open(at), [open]);
}
