import type { RunFigures, RunView } from '@assay/contracts';
import { useEffect, type ReactNode } from 'react';
import { formatMany } from '../../format/numbers.ts';
import { Empty } from '../../parts/empty.tsx';
import { Failure } from '../../parts/failure.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { NewResults } from './new-results.tsx';
import { parseFilter } from './parse-filter.ts';
import { RowFilter } from './row-filter.tsx';
import { RowGrid } from './row-grid.tsx';
import type { RunSearch, RunSearchChange } from './run-search.ts';
import { useRowKeys } from './use-row-keys.ts';
import { toRowFilter, useRows, type Rows } from './use-rows.ts';

interface InteractionsTabProps {
  readonly run: RunView;
  readonly figures: RunFigures | undefined;
  readonly baseline: string | undefined;
  readonly search: RunSearch;
  readonly onSearch: (change: RunSearchChange) => void;
}

const GRID = ['h-[60vh]'] as const;
/** A row further down than this is not waited for when a link names it. */
const REACH = 4000;

/** The rows of a run: filtered, sorted, walked with `j` and `k`. */
export function InteractionsTab(props: InteractionsTabProps): ReactNode {
  const { run, figures, baseline, search, onSearch } = props;
  const { row = 0, sort = 'score', pass_threshold: passThreshold, filter = '' } = search;
  const found = useRows(run, toRowFilter(search));
  const { rows, loadMore } = found;
  const open = useRowKeys({ runId: run.run_id, rows, search });
  // A link may name a row that is pages away.
  useEffect(() => {
    if (row >= rows.length && rows.length < REACH) loadMore();
  }, [row, rows.length, loadMore]);
  return (
    <>
      <RowFilter
        text={filter}
        faults={parseFilter(filter).faults}
        rows={figures?.rows}
        passThreshold={passThreshold}
        ownThreshold={run.result?.pass_threshold ?? undefined}
        onFilter={(text) => onSearch({ filter: text || undefined, row: undefined })}
        onThreshold={(next) => onSearch({ pass_threshold: next, row: undefined })}
      />
      <NewResults run={run} onRefresh={found.refetch} />
      {rows.length === 0 && <NoRows found={found} isFiltered={filter !== ''} />}
      {rows.length > 0 && (
        <RowGrid
          rows={rows}
          total={found.total}
          row={row}
          sort={sort}
          passThreshold={passThreshold ?? run.result?.pass_threshold ?? undefined}
          hasBaseline={baseline !== undefined}
          isStale={found.isStale}
          list={`${sort} ${filter} ${passThreshold}`}
          onSort={(next) => onSearch({ sort: next, row: undefined })}
          onOpen={open}
          onNearEnd={loadMore}
        />
      )}
      <p className="mt-2 text-[13px] text-dim" role="status">
        {formatMany(found.total, 'interaction')}
      </p>
    </>
  );
}

interface NoRowsProps {
  readonly found: Rows;
  readonly isFiltered: boolean;
}

/** Why there is nothing to see. */
function NoRows({ found, isFiltered }: NoRowsProps): ReactNode {
  const { error, isPending, refetch } = found;
  if (isPending) return <Skeleton label="the interactions" blocks={GRID} />;
  if (error) {
    return <Failure what="The interactions could not be loaded" error={error} onRetry={refetch} />;
  }
  return <Empty>{isFiltered ? 'No interaction is like that.' : 'No turn is done yet.'}</Empty>;
}
