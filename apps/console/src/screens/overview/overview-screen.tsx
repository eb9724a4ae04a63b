import type { RunHead } from '@fairtrial/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useClient } from '../../data/api-context.ts';
import { countUpdates, newestRunsQuery, recentRunsQuery } from '../../data/history-queries.ts';
import { CompareButton } from '../../parts/run/compare-button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Failure } from '../../parts/failure.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { RunTable } from '../../parts/run/run-table.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { StaleBar } from '../../parts/stale-bar.tsx';
import { PRIMARY_BUTTON } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { OVERVIEW_BLOCKS, TestOverview } from './test-overview.tsx';
import { useOverview, type OverviewView } from './use-overview.ts';

/** Shows whether the latest run is better or worse, where, and whether it is noise. */
export function OverviewScreen(): ReactNode {
  const client = useClient();
  const queries = useQueryClient();
  const recent = useQuery(recentRunsQuery(client));
  const newest = useQuery({ ...newestRunsQuery(client), enabled: recent.isSuccess });
  const runs = recent.data?.runs ?? [];
  const view = useOverview(runs);
  const updates = countUpdates(runs, newest.data?.runs ?? []);
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
        <RunsMissing
          isPending={recent.isPending}
          error={recent.error}
          onRetry={() => void recent.refetch()}
        />
      )}
      {updates > 0 && (
        <div className="mb-4">
          <StaleBar onRefresh={refresh}>
            {updates === 1 ? '1 new result.' : `${updates} new results.`}
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

interface RunsMissingProps {
  readonly isPending: boolean;
  readonly error: unknown;
  readonly onRetry: () => void;
}

function RunsMissing({ isPending, error, onRetry }: RunsMissingProps): ReactNode {
  if (isPending) return <Skeleton label="the overview" blocks={OVERVIEW_BLOCKS} />;
  if (error !== null) {
    return (
      <Failure what="The runs could not be loaded" error={error} onRetry={onRetry}>
        <p>The playground and the other pages on the left may still work.</p>
      </Failure>
    );
  }
  return (
    <Empty
      command="npm run -s fairtrial -- run samples/*.json"
      action={
        <Link to="/console/new" className={PRIMARY_BUTTON}>
          Start the first run
        </Link>
      }
    >
      No runs yet. After the second run of a test, this page shows whether it is better or worse.
    </Empty>
  );
}

interface TestSelectProps {
  readonly runs: readonly RunHead[];
  readonly test: string | undefined;
  readonly onChange: (test: string) => void;
}

/** Selects the test; not rendered if there is only one. */
function TestSelect({ runs, test, onChange }: TestSelectProps): ReactNode {
  if (test === undefined) return null;
  const names = [...new Set([test, ...runs.map(({ test_name }) => test_name)])].toSorted();
  if (names.length < 2) return null;
  return (
    <div className="max-w-72">
      <Select
        label="Test"
        options={names.map((name) => ({ value: name, label: name }))}
        value={test}
        onChange={onChange}
      />
    </div>
  );
}

interface RecentRunsProps {
  readonly runs: readonly RunHead[];
  readonly view: OverviewView;
  readonly now: number;
}

/** The newest runs of all tests, to open or to compare. */
function RecentRuns({ runs, view, now }: RecentRunsProps): ReactNode {
  return (
    <section aria-labelledby="recent-runs">
      <header className="mb-2 flex min-h-9 flex-wrap items-center gap-x-3">
        <h2 id="recent-runs" className="font-semibold">
          Recent runs
        </h2>
        <p className="flex-1 text-[13px] text-dim max-md:hidden">
          <Kbd>j</Kbd> <Kbd>k</Kbd> move, <Kbd>x</Kbd> select, <Kbd>c</Kbd> compare
        </p>
        <CompareButton picked={view.picked} />
        <Link to="/console/runs" className="text-accent hover:underline">
          All runs
        </Link>
      </header>
      <RunTable
        caption="Recent runs, newest first"
        runs={runs}
        row={view.row}
        picked={view.picked.ids}
        onPick={view.picked.pick}
        now={now}
      />
    </section>
  );
}

function Kbd({ children }: { readonly children: string }): ReactNode {
  return (
    <kbd className="rounded border border-line bg-surface px-1 font-mono text-xs">{children}</kbd>
  );
}
