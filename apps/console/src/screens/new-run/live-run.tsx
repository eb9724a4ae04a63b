import type { Client } from '@fairtrial/client';
import { countScenarioTurns } from '@fairtrial/contracts/plain';
import { RUN_STATE_LABELS, type StatusLabel } from '@fairtrial/format';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { useClient } from '../../data/api-context.ts';
import { isTransientError } from '../../data/create-query-client.ts';
import { requestQuery, runQuery } from '../../data/run-queries.ts';
import { shortId } from '../../format/run-names.ts';
import { Failure } from '../../parts/failure.tsx';
import { DatasetLink } from '../../parts/run/dataset-link.tsx';
import { HeadlineBanner } from '../../parts/run/headline-banner.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Pill } from '../../parts/pill.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { PLAIN_BUTTON } from '../../ui/button.tsx';
import { ProgressCard } from './progress-card.tsx';
import { applyEvent, INITIAL_PROGRESS, isEnded, type Progress } from './run-progress.ts';
import { ScenarioBars } from './scenario-bars.tsx';

const SKELETON_BLOCKS = ['h-32', 'h-64'] as const;

/** The progress of a newly started run. */
export function LiveRun({ runId }: { readonly runId: string }): ReactNode {
  const client = useClient();
  const run = useQuery(runQuery(client, runId));
  const request = useQuery(requestQuery(client, runId));
  const { progress, isDisconnected, error } = useRunProgress(runId);
  if (run.data === undefined) return <LoadingRun runId={runId} error={error ?? run.error} />;
  const { test_name, model_id, endpoint, dataset, created_at, finished_at, attempts } = run.data;
  const headline = run.data.result?.headline;
  return (
    <>
      <PageHead
        title={test_name}
        crumbs={
          <>
            New run · {model_id} @ {endpoint}
            <DatasetLink dataset={dataset} />
          </>
        }
        verdict={<LivePill state={progress.state} isDisconnected={isDisconnected} />}
        actions={<AnotherRunLink dataset={dataset} />}
      />
      {headline && <HeadlineBanner label="Result of the run" headline={headline} />}
      <div className="grid gap-4">
        <ProgressCard
          runId={runId}
          name={test_name}
          progress={progress}
          startedAt={Date.parse(created_at)}
          endedAt={finished_at === null ? undefined : Date.parse(finished_at)}
        />
        <ScenarioBars
          scenarios={[request.data?.test_batch ?? []].flat().map((scenario, at) => ({
            name: scenario.name ?? scenario.id ?? `Scenario ${at + 1}`,
            total: countScenarioTurns(scenario) * attempts,
            // A conversation with a simulated user can end earlier.
            isMaximum: Boolean(scenario.user),
          }))}
          progress={progress.scenarios}
          isOver={isEnded(progress)}
        />
      </div>
    </>
  );
}

interface LoadingRunProps {
  readonly runId: string;
  readonly error: unknown;
}

function LoadingRun({ runId, error }: LoadingRunProps): ReactNode {
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
          <AnotherRunLink dataset={null} />
        </Failure>
      ) : (
        <Skeleton label="the run" blocks={SKELETON_BLOCKS} />
      )}
    </>
  );
}

/** After a run of a dataset, the form has the same dataset again. */
function AnotherRunLink({ dataset }: { readonly dataset: string | null }): ReactNode {
  return (
    <Link to="/console/new" search={dataset === null ? {} : { dataset }} className={PLAIN_BUTTON}>
      Another run
    </Link>
  );
}

/** Includes states that the API does not have: starting, and grading by judges. */
const STATE_LABELS: Readonly<Record<Progress['state'], StatusLabel>> = {
  ...RUN_STATE_LABELS,
  starting: { label: 'starting', glyph: '…', tone: 'plain' },
  grading: { ...RUN_STATE_LABELS.running, label: 'grading' },
  stopping: RUN_STATE_LABELS.cancelling,
};

const DISCONNECTED: StatusLabel = {
  label: 'the service does not answer, retrying',
  glyph: '↻',
  tone: 'warn',
};

interface LivePillProps {
  readonly state: Progress['state'];
  readonly isDisconnected: boolean;
}

/** The state of a run, announced to screen readers. */
function LivePill({ state, isDisconnected }: LivePillProps): ReactNode {
  const { tone, glyph, label } = isDisconnected ? DISCONNECTED : STATE_LABELS[state];
  return (
    <div role="status">
      <Pill tone={tone} glyph={glyph}>
        {label}
      </Pill>
    </div>
  );
}

interface WatchedRun {
  readonly progress: Progress;
  /** True while the service does not answer; the stream reconnects. */
  readonly isDisconnected: boolean;
  readonly error: unknown;
}

const INITIAL_WATCH: WatchedRun = {
  progress: INITIAL_PROGRESS,
  isDisconnected: false,
  error: undefined,
};

/** Follows the events of a run while the component is mounted. Reconnects after a restart of the service. */
function useRunProgress(runId: string): WatchedRun {
  const client = useClient();
  const queries = useQueryClient();
  const [watched, setWatched] = useState(INITIAL_WATCH);
  useEffect(() => {
    const unmounted = new AbortController();
    void watch({ client, runId, signal: unmounted.signal }, setWatched).then(() =>
      // A finished run can be chosen as a baseline.
      queries.invalidateQueries({ queryKey: ['runs'] }),
    );
    return () => unmounted.abort();
  }, [client, queries, runId]);
  return watched;
}

interface WatchInput {
  readonly client: Client;
  readonly runId: string;
  readonly signal: AbortSignal;
}

async function watch(
  { client, runId, signal }: WatchInput,
  onUpdate: (watched: WatchedRun) => void,
): Promise<void> {
  let lastEventId = 0;
  let progress = INITIAL_PROGRESS;
  const onLost = (): void => onUpdate({ progress, isDisconnected: true, error: undefined });
  while (!signal.aborted) {
    try {
      for await (const event of client.follow(runId, { signal, lastEventId, onLost })) {
        lastEventId = event.id;
        progress = applyEvent(progress, event);
        onUpdate({ progress, isDisconnected: false, error: undefined });
      }
      return;
    } catch (error) {
      if (signal.aborted) return;
      if (!isTransientError(error)) {
        onUpdate({ progress, isDisconnected: false, error });
        return;
      }
      onLost();
    }
  }
}
