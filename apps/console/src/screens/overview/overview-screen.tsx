import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useClient } from '../../data/api-context.ts';
import { newestRunsQuery, recentRunsQuery } from '../../data/history-queries.ts';
import { Empty } from '../../parts/empty.tsx';
import { Failure } from '../../parts/failure.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { StaleBar } from '../../parts/stale-bar.tsx';
import { PRIMARY_BUTTON } from '../../ui/button.tsx';
import { countUpdates } from './count-updates.ts';
import { RecentRuns } from './recent-runs.tsx';
import { OVERVIEW_BLOCKS, TestOverview } from './test-overview.tsx';
import { TestSelect } from './test-select.tsx';
import { useOverview } from './use-overview.ts';

/** Is the latest run better or worse, where, and is it noise. */
export function OverviewScreen(): ReactNode {
  const client = useClient();
  const queries = useQueryClient();
  const recent = useQuery(recentRunsQuery(client));
  const newest = useQuery({ ...newestRunsQuery(client), enabled: recent.isSuccess });
  const runs = recent.data?.runs ?? [];
  const view = useOverview(runs);
  const news = countUpdates(runs, newest.data?.runs ?? []);
  const refresh = (): void => {
    queries.setQueryData(recentRunsQuery(client).queryKey, newest.data);
    void queries.invalidateQueries({ queryKey: ['history'] });
  };
  return (
    <>
      <PageHead
        title="Overview"
        crumbs={view.test}
        actions={
          <>
            <TestSelect runs={runs} test={view.test} onChange={view.chooseTest} />
            <Link to="/console/new" className={PRIMARY_BUTTON}>
              New run
            </Link>
          </>
        }
      />
      {runs.length === 0 && (
        <NoRuns
          isPending={recent.isPending}
          error={recent.error}
          onRetry={() => void recent.refetch()}
        />
      )}
      {news > 0 && (
        <div className="mb-4">
          <StaleBar onRefresh={refresh}>
            {news === 1 ? '1 new result.' : `${news} new results.`}
          </StaleBar>
        </div>
      )}
      {view.test !== undefined && runs.length > 0 && (
        <TestOverview test={view.test} view={view}>
          <RecentRuns runs={runs} view={view} now={recent.dataUpdatedAt} />
        </TestOverview>
      )}
    </>
  );
}

interface NoRunsProps {
  readonly isPending: boolean;
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** Not yet, not to be had, or none at all. */
function NoRuns({ isPending, error, onRetry }: NoRunsProps): ReactNode {
  if (isPending) return <Skeleton label="the overview" blocks={OVERVIEW_BLOCKS} />;
  if (error !== null) {
    return (
      <Failure what="The runs could not be loaded" error={error} onRetry={onRetry}>
        <p>The playground and the other places on the left may still work.</p>
      </Failure>
    );
  }
  return (
    <Empty
      command="npx assay run samples/*.json"
      action={
        <Link to="/console/new" className={PRIMARY_BUTTON}>
          Start the first run
        </Link>
      }
    >
      No run yet: the second one of a test will say here whether it is better or worse.
    </Empty>
  );
}
