import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useClient } from '../../data/api-context.ts';
import { requestQuery, runQuery } from '../../data/run-queries.ts';
import { shortId } from '../../format/run-names.ts';
import { useKeys } from '../../keys/use-keys.ts';
import { Failure } from '../../parts/failure.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { PLAIN_BUTTON } from '../../ui/button.tsx';
import { LivePill } from './live-pill.tsx';
import { ProgressCard } from './progress-card.tsx';
import { ScenarioBars } from './scenario-bars.tsx';
import { useRunProgress } from './use-run-progress.ts';

const BLOCKS = ['h-32', 'h-64'] as const;

/** A run that was started here, watched to its end. */
export function LiveRun({ runId }: { readonly runId: string }): ReactNode {
  const client = useClient();
  const run = useQuery(runQuery(client, runId));
  const request = useQuery(requestQuery(client, runId));
  const { progress, isLost, error } = useRunProgress(runId);
  const stop = useMutation({ mutationFn: () => client.runs.cancel(runId) });
  useKeys([{ keys: 's', label: 'Stop the run', run: () => stop.mutate() }]);
  if (run.data === undefined) return <NotYet runId={runId} error={error ?? run.error} />;
  const { test_name, model_id, endpoint, created_at, finished_at, attempts } = run.data;
  return (
    <>
      <PageHead
        title={test_name}
        crumbs={`New run · ${model_id} @ ${endpoint}`}
        verdict={<LivePill state={progress.state} isLost={isLost} />}
        actions={<Again />}
      />
      <div className="grid gap-4">
        <ProgressCard
          runId={runId}
          progress={progress}
          startedAt={Date.parse(created_at)}
          endedAt={finished_at === null ? undefined : Date.parse(finished_at)}
          onStop={() => stop.mutate()}
          isStopping={stop.isPending}
          stopError={stop.error}
        />
        <ScenarioBars
          scenarios={[request.data?.test_batch ?? []].flat().map((scenario, at) => ({
            name: scenario.name ?? scenario.id ?? `Scenario ${at + 1}`,
            total: scenario.interactions.length * attempts,
          }))}
          progress={progress.scenarios}
        />
      </div>
    </>
  );
}

interface NotYetProps {
  readonly runId: string;
  readonly error: unknown;
}

function NotYet({ runId, error }: NotYetProps): ReactNode {
  const queries = useQueryClient();
  return (
    <>
      <PageHead title="New run" />
      {error ? (
        <Failure
          what={`Run ${shortId(runId)} cannot be watched`}
          error={error}
          onRetry={() => void queries.invalidateQueries({ queryKey: ['run', runId] })}
        >
          <Again />
        </Failure>
      ) : (
        <Skeleton label="the run" blocks={BLOCKS} />
      )}
    </>
  );
}

function Again(): ReactNode {
  return (
    <Link to="/console/new" className={PLAIN_BUTTON}>
      Another run
    </Link>
  );
}
