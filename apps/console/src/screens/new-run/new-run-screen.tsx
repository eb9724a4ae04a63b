import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useClient } from '../../data/api-context.ts';
import { runsQuery } from '../../data/run-queries.ts';
import { settingsQuery } from '../../data/settings-query.ts';
import { Failure } from '../../parts/failure.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { ComposeRun } from './compose-run.tsx';
import { LiveRun } from './live-run.tsx';

const route = getRouteApi('/console/new');
const SKELETON_BLOCKS = ['h-96', 'h-28', 'h-44'] as const;

/** Composes, starts and follows a run. */
export function NewRunScreen(): ReactNode {
  const { run } = route.useSearch();
  return run === undefined ? <LoadedForm /> : <LiveRun key={run} runId={run} />;
}

function LoadedForm(): ReactNode {
  const client = useClient();
  const settings = useQuery(settingsQuery(client));
  const runs = useInfiniteQuery(runsQuery(client));
  if (settings.data) {
    const latest = runs.data?.pages.flatMap((page) => page.runs) ?? [];
    const now = runs.dataUpdatedAt;
    return <ComposeRun settings={settings.data} runs={latest} now={now} />;
  }
  return (
    <>
      <PageHead title="New run" />
      {settings.isError ? (
        <Failure
          what="The settings of the service could not be loaded"
          error={settings.error}
          onRetry={() => void settings.refetch()}
        />
      ) : (
        <Skeleton label="the form" blocks={SKELETON_BLOCKS} />
      )}
    </>
  );
}
