import type { Query } from '@fairtrial/client';
import type { RunRow } from '@fairtrial/contracts';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useClient } from '../../../data/api-context.ts';
import { rowsQuery } from '../../../data/row-queries.ts';
import type { RunRef } from '../../../data/run-queries.ts';
import { parseFilter } from './parse-filter.ts';
import type { RunSearch } from '../run-search.ts';

/** Converts the filter of the URL to the parameters of the service. */
export function toRowFilter(search: RunSearch): Query<'GET /runs/:run_id/rows'> {
  const { sort = 'score', pass_threshold, filter = '', baseline, failed_check } = search;
  return { ...parseFilter(filter).filter, sort, pass_threshold, baseline, failed_check };
}

export interface Rows {
  readonly rows: readonly RunRow[];
  readonly total: number;
  readonly isPending: boolean;
  /** True while the rows still belong to the previous filter. */
  readonly isStale: boolean;
  readonly error: Error | null;
  readonly refetch: () => void;
  readonly loadMore: () => void;
}

/** The rows loaded so far, and a function that loads more. */
export function useRows(run: RunRef, filter: Query<'GET /runs/:run_id/rows'>): Rows {
  const found = useInfiniteQuery(rowsQuery(useClient(), run, filter));
  const queries = useQueryClient();
  const { data, hasNextPage, isFetching, fetchNextPage, refetch } = found;
  const rows = useMemo(() => data?.pages.flatMap((page) => page.rows) ?? [], [data]);
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  }, [hasNextPage, isFetching, fetchNextPage]);
  return {
    rows,
    total: data?.pages[0]?.total ?? 0,
    isPending: found.isPending,
    isStale: found.isPlaceholderData,
    error: found.error,
    refetch: () => {
      void refetch();
      void queries.invalidateQueries({ queryKey: ['figures', run.run_id] });
    },
    loadMore,
  };
}
