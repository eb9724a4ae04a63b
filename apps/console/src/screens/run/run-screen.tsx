import type { RunHead, RunView } from '@fairtrial/contracts';
import { formatCount } from '@fairtrial/format';
import {
  usePrefetchInfiniteQuery,
  usePrefetchQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { useClient } from '../../data/api-context.ts';
import { loadCode } from '../../data/load-code.ts';
import { rowsQuery } from '../../data/row-queries.ts';
import {
  breakdownQuery,
  figuresQuery,
  isOver,
  runQuery,
  type RunRef,
} from '../../data/run-queries.ts';
import { useKeys } from '../../keys/use-keys.ts';
import { Failure } from '../../parts/failure.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { StopButton } from '../../parts/run/stop-button.tsx';
import { WarningList } from '../../parts/run/warning-list.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { ResultsTab } from './results/results-tab.tsx';
import { RunBanner } from './run-banner.tsx';
import { RunPageHead } from './run-head.tsx';
import { RUN_TABS, type RunTab } from './run-search.ts';
import { toRowFilter } from './results/use-rows.ts';
import { useRunContext } from './use-run-context.ts';
import { useChangeRunSearch, useRunSearch } from './use-run-search.ts';

const route = getRouteApi('/console/runs/$runId');

/** All tabs but the first are loaded on demand, because most visits do not open them. */
const CompareTab = lazy(async () => ({
  default: (await loadCode(() => import('./compare-tab.tsx'))).CompareTab,
}));

const SetupTab = lazy(async () => ({
  default: (await loadCode(() => import('./setup-tab.tsx'))).SetupTab,
}));

const LogTab = lazy(async () => ({
  default: (await loadCode(() => import('./log-tab.tsx'))).LogTab,
}));

const ReviewScreen = lazy(async () => ({
  default: (await loadCode(() => import('./review/review-screen.tsx'))).ReviewScreen,
}));

/** A run. Review does not load the run, because a labeller must not know its model or scores. */
export function RunScreen(): ReactNode {
  const { runId } = route.useParams();
  const { tab } = useRunSearch();
  if (tab !== 'review') return <LoadedRun runId={runId} />;
  return (
    <Suspense fallback={<LoadingReview />}>
      <ReviewScreen key={runId} runId={runId} />
    </Suspense>
  );
}

function LoadingReview(): ReactNode {
  return (
    <>
      <PageHead title="Review" />
      <Skeleton label="the review" />
    </>
  );
}

/** Shows whether a run is better or worse than its baseline, where, why, and whether it is noise. */
function LoadedRun({ runId }: { readonly runId: string }): ReactNode {
  const { data, error, refetch } = useQuery(runQuery(useClient(), runId));
  if (data) return <Run run={data} />;
  return (
    <>
      <PageHead title="Run" />
      {error === null && <LoadingRun runId={runId} />}
      {error && (
        <Failure what="The run could not be loaded" error={error} onRetry={() => void refetch()}>
          <p>
            <Link to="/console/runs" className="underline">
              The list of runs
            </Link>{' '}
            may still work.
          </p>
        </Failure>
      )}
    </>
  );
}

/** Prefetches the data of the screen as if the run were finished, since most runs are. */
function LoadingRun({ runId }: { readonly runId: string }): ReactNode {
  const search = useRunSearch();
  const client = useClient();
  const over = { run_id: runId, state: 'completed' } as const;
  usePrefetchInfiniteQuery(rowsQuery(client, over, toRowFilter(search)));
  usePrefetchQuery(figuresQuery(client, over, search.pass_threshold));
  usePrefetchQuery(breakdownQuery(client, over));
  return <Skeleton label="the run" />;
}

function Run({ run }: { readonly run: RunView }): ReactNode {
  const search = useRunSearch();
  const navigate = useNavigate({ from: '/console/runs/$runId' });
  const { tab = 'results' } = search;
  useDropResultsOfUnfinishedRun(run);
  const context = useRunContext(run, search);
  const onSearch = useChangeRunSearch();
  useKeys([
    {
      keys: 'Escape',
      label: 'Back to the runs',
      run: () => void navigate({ to: '/console/runs' }),
    },
  ]);
  const { baseline, comparison } = context;
  const contents: Readonly<Record<RunTab, ReactNode>> = {
    results: <ResultsTab {...{ run, context, search, onSearch }} />,
    compare: <CompareTab {...{ run, baseline, search, onSearch }} />,
    review: null, // a screen of its own
    setup: <SetupTab run={run} />,
    log: <LogTab run={run} />,
  };
  return (
    <>
      <RunPageHead
        run={run}
        baseline={baseline}
        onBaseline={(next) => onSearch({ baseline: next ?? 'none' })}
      />
      {!isOver(run.state) && <RunProgressBar run={run} />}
      <RunBanner run={run} baseline={baseline} comparison={comparison} />
      <WarningList texts={run.result?.warnings ?? []} />
      <Tabs<RunTab>
        label="Of this run"
        value={tab}
        onChange={(next) => onSearch({ tab: next, row: undefined })}
        tabs={RUN_TABS.map(([value, label]) => ({
          value,
          label,
          content: (
            <Suspense fallback={<Skeleton label={`the tab ${label}`} />}>
              {contents[value]}
            </Suspense>
          ),
        }))}
      />
    </>
  );
}

function RunProgressBar({ run }: { readonly run: RunHead }): ReactNode {
  const { finished, total } = run.turns;
  return (
    <div className="mb-4 flex items-center gap-4 rounded-lg border border-line bg-surface px-4 py-3">
      <progress
        aria-label="Finished turns"
        value={finished}
        max={Math.max(1, total)}
        className="h-2 flex-1"
      />
      <span>
        {formatCount(finished)} of {formatCount(total)} turns
        {run.failed_turns > 0 && (
          <span className="text-bad"> · ✗ {formatCount(run.failed_turns)} failed</span>
        )}
      </span>
      <StopButton runId={run.run_id} name={run.test_name} isStopping={run.state === 'cancelling'} />
    </div>
  );
}

/** While a run is unfinished, drops results that were cached as final: they were fetched too early. */
function useDropResultsOfUnfinishedRun({ run_id, state }: RunRef): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (isOver(state)) return;
    for (const kind of ['rows', 'figures', 'breakdown'])
      queries.removeQueries({ queryKey: [kind, run_id, true] });
  }, [queries, run_id, state]);
}
