import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useClient } from '../../data/api-context.ts';
import { runsQuery } from '../../data/run-queries.ts';
import { compact } from '../../format/read-fields.ts';
import { Empty } from '../../parts/empty.tsx';
import { Failure } from '../../parts/failure.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { RunTable } from '../../parts/run-table.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { Button, PRIMARY_BUTTON } from '../../ui/button.tsx';
import { CompareButton } from '../compare/compare-button.tsx';
import { RunsFilter } from './runs-filter.tsx';
import { useRunList } from './use-run-list.ts';

const route = getRouteApi('/console/runs');
const LIST = ['h-96'] as const;

/** Every run of the project, newest first. */
export function RunsScreen(): ReactNode {
  const search = route.useSearch();
  const { q, state } = search;
  const filter = compact({ q, state });
  const found = useInfiniteQuery(runsQuery(useClient(), filter));
  const runs = found.data?.pages.flatMap((page) => page.runs) ?? [];
  const view = useRunList(runs, search);
  return (
    <>
      <PageHead
        title="Runs"
        actions={
          <>
            <CompareButton picked={view.picked} />
            <Link to="/console/new" className={PRIMARY_BUTTON}>
              New run
            </Link>
          </>
        }
      />
      <RunsFilter filter={filter} onChange={view.filter} />
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
      {runs.length > 0 && (
        <RunTable
          caption="Runs, newest first"
          runs={runs}
          row={view.row}
          picked={view.picked.ids}
          onPick={view.picked.pick}
          now={found.dataUpdatedAt}
        />
      )}
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
