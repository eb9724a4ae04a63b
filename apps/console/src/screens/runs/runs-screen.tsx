import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useClient } from '../../data/api-context.ts';
import { runsQuery } from '../../data/run-queries.ts';
import { useKeys } from '../../keys/use-keys.ts';
import { Empty } from '../../parts/empty.tsx';
import { Failure } from '../../parts/failure.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { Button, PRIMARY_BUTTON } from '../../ui/button.tsx';
import { RunsFilter } from './runs-filter.tsx';
import { RunsTable } from './runs-table.tsx';

const route = getRouteApi('/console/runs');
const LIST = ['h-96'] as const;

/** Every run of the project, newest first. */
export function RunsScreen(): ReactNode {
  const { row = 0, ...filter } = route.useSearch();
  const go = useNavigate({ from: '/console/runs' });
  const navigate = useNavigate();
  const found = useInfiniteQuery(runsQuery(useClient(), filter));
  const runs = found.data?.pages.flatMap((page) => page.runs) ?? [];
  const move = (to: number): void => {
    const next = Math.max(0, Math.min(to, runs.length - 1));
    void go({ search: (old) => ({ ...old, row: next }), replace: true });
  };
  const open = (at: number): void => {
    const runId = runs[at]?.run_id;
    if (runId) void navigate({ to: '/console/runs/$runId', params: { runId } });
  };
  useKeys([
    { keys: 'j', label: 'Next run', run: () => move(row + 1) },
    { keys: 'k', label: 'Previous run', run: () => move(row - 1) },
    { keys: 'Enter', label: 'Open the run', run: () => open(row) },
  ]);
  return (
    <>
      <PageHead
        title="Runs"
        actions={
          <Link to="/console/new" className={PRIMARY_BUTTON}>
            New run
          </Link>
        }
      />
      <RunsFilter filter={filter} onChange={(search) => void go({ search, replace: true })} />
      {found.isPending && <Skeleton label="the runs" blocks={LIST} />}
      {found.isError && runs.length === 0 && (
        <Failure
          what="The runs could not be loaded"
          error={found.error}
          onRetry={() => void found.refetch()}
        />
      )}
      {found.isSuccess && runs.length === 0 && (
        <NoRuns isFiltered={Object.keys(filter).length > 0} />
      )}
      {runs.length > 0 && <RunsTable runs={runs} row={row} now={found.dataUpdatedAt} />}
      {found.hasNextPage && (
        <Button
          className="mt-3"
          disabled={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
        >
          Older runs
        </Button>
      )}
    </>
  );
}

function NoRuns({ isFiltered }: { readonly isFiltered: boolean }): ReactNode {
  if (isFiltered) return <Empty>No run is like that.</Empty>;
  return (
    <Empty
      command="npx assay run samples/*.json"
      action={
        <Link to="/console/new" className={PRIMARY_BUTTON}>
          Start the first one
        </Link>
      }
    >
      No run yet.
    </Empty>
  );
}
