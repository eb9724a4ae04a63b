import type { RunView } from '@assay/contracts';
import {
  useMutation,
  usePrefetchInfiniteQuery,
  usePrefetchQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useCallback, type ReactNode } from 'react';
import { useClient } from '../../data/api-context.ts';
import { rowsQuery } from '../../data/row-queries.ts';
import { figuresQuery, isOver, runQuery } from '../../data/run-queries.ts';
import { compact } from '../../format/read-fields.ts';
import { useKeys } from '../../keys/use-keys.ts';
import { Failure } from '../../parts/failure.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { ConfigurationTab } from './configuration-tab.tsx';
import { InteractionsTab } from './interactions-tab.tsx';
import { LogTab } from './log-tab.tsx';
import { RunCharts } from './run-charts.tsx';
import { RunPageHead } from './run-head.tsx';
import { RunProgress } from './run-progress.tsx';
import type { RunSearchChange, RunTab } from './run-search.ts';
import { RunTiles } from './run-tiles.tsx';
import { useRunContext } from './use-run-context.ts';
import { useInvalidateOnFinish } from './use-invalidate-on-finish.ts';
import { toRowFilter } from './use-rows.ts';

const route = getRouteApi('/console/runs/$runId');

/** A run: better or worse, where, why, and is it noise. */
export function RunScreen(): ReactNode {
  const { runId } = route.useParams();
  const { data, error, refetch } = useQuery(runQuery(useClient(), runId));
  if (data) return <Run run={data} />;
  return (
    <>
      <PageHead title="Run" />
      {error === null && <Waiting runId={runId} />}
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

/** What will be shown is asked for at once: most runs that are looked at are over. */
function Waiting({ runId }: { readonly runId: string }): ReactNode {
  const search = route.useSearch();
  const client = useClient();
  const over = { run_id: runId, state: 'completed' } as const;
  usePrefetchInfiniteQuery(rowsQuery(client, over, toRowFilter(search)));
  usePrefetchQuery(figuresQuery(client, over, search.pass_threshold));
  return <Skeleton label="the run" />;
}

function Run({ run }: { readonly run: RunView }): ReactNode {
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/console/runs/$runId' });
  const { tab = 'interactions' } = search;
  useInvalidateOnFinish(run);
  const beside = useRunContext(run, search);
  const onSearch = useCallback(
    (change: RunSearchChange): void => {
      void navigate({ search: (old) => compact({ ...old, ...change }), replace: true });
    },
    [navigate],
  );
  const stop = useStop(run.run_id);
  useKeys([
    {
      keys: 'Escape',
      label: 'Back to the runs',
      run: () => void navigate({ to: '/console/runs' }),
    },
  ]);
  const { baseline, comparison, figures } = beside;
  const tabs = [
    {
      value: 'interactions' as const,
      label: 'Interactions',
      content: <InteractionsTab {...{ run, figures, baseline, search, onSearch }} />,
    },
    {
      value: 'configuration' as const,
      label: 'Configuration',
      content: <ConfigurationTab runId={run.run_id} />,
    },
    { value: 'log' as const, label: 'Log', content: <LogTab run={run} /> },
  ];
  return (
    <>
      <RunPageHead
        {...beside}
        run={run}
        onBaseline={(next) => onSearch({ baseline: next ?? 'none' })}
      />
      {!isOver(run.state) && (
        <RunProgress run={run} onStop={() => stop.mutate()} isStopping={stop.isPending} />
      )}
      <RunTiles run={run} figures={figures} comparison={comparison} />
      <RunCharts {...beside} hasBaseline={baseline !== undefined} />
      <Tabs<RunTab>
        label="Of this run"
        value={tab}
        onChange={(next) => onSearch({ tab: next })}
        tabs={tabs}
      />
    </>
  );
}

function useStop(runId: string) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => client.runs.cancel(runId),
    onSettled: () => queries.invalidateQueries({ queryKey: ['run', runId] }),
  });
}
