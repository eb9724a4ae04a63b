import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { useClient } from '../../data/api-context.ts';
import { requestQuery, runQuery } from '../../data/run-queries.ts';
import { shortId } from '../../format/run-names.ts';
import { useKeys } from '../../keys/use-keys.ts';
import { Failure } from '../../parts/failure.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { PLAIN_BUTTON } from '../../ui/button.tsx';
import { paceOf } from './follow-progress.ts';
import { LivePill } from './live-pill.tsx';
import { ProgressCard } from './progress-card.tsx';
import { ScenarioBars } from './scenario-bars.tsx';
import { useRunProgress } from './use-run-progress.ts';

const BLOCKS = ['h-32', 'h-64'] as const;
const TICK_MS = 1000;

/** A run that was started here, watched to its end. */
export function LiveRun({ runId }: { readonly runId: string }): ReactNode {
  const client = useClient();
  const queries = useQueryClient();
  const run = useQuery(runQuery(client, runId));
  const request = useQuery(requestQuery(client, runId));
  const { progress, isLost, error } = useRunProgress(runId);
  const stop = useMutation({
    mutationFn: () => client.runs.cancel(runId),
    onSettled: () => queries.invalidateQueries({ queryKey: ['run', runId] }),
  });
  const isOver = run.data?.finished_at !== null && run.data !== undefined;
  const now = useNow(!isOver);
  useKeys([{ keys: 's', label: 'Stop the run', run: () => stop.mutate() }]);
  const fault = error ?? (run.data ? undefined : run.error);
  if (fault && !isLost) {
    return (
      <>
        <PageHead title="New run" />
        <Failure
          what={`Run ${shortId(runId)} cannot be watched`}
          error={fault}
          onRetry={() => void queries.resetQueries()}
        >
          <Again />
        </Failure>
      </>
    );
  }
  if (run.data === undefined) {
    return (
      <>
        <PageHead title="New run" />
        <Skeleton label="the run" blocks={BLOCKS} />
      </>
    );
  }
  const { test_name, model_id, endpoint, created_at, attempts } = run.data;
  const batch = request.data?.test_batch ?? [];
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
          pace={paceOf(progress, now - Date.parse(created_at))}
          onStop={() => stop.mutate()}
          isStopping={stop.isPending}
          stopError={stop.error}
        />
        <ScenarioBars
          scenarios={[batch].flat().map((scenario, at) => ({
            name: scenario.name ?? scenario.id ?? `Scenario ${at + 1}`,
            total: scenario.interactions.length * attempts,
          }))}
          progress={progress.scenarios}
        />
      </div>
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

/** The time, while somebody needs it. */
function useNow(isNeeded: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isNeeded) return undefined;
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [isNeeded]);
  return now;
}
