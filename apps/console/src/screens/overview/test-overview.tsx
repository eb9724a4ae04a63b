import type { RunHead, TestHistory } from '@fairtrial/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useClient } from '../../data/api-context.ts';
import { historyQuery } from '../../data/history-queries.ts';
import { comparisonQuery, runQuery } from '../../data/run-queries.ts';
import { useKeys } from '../../keys/use-keys.ts';
import { Card } from '../../parts/card.tsx';
import { Failure } from '../../parts/failure.tsx';
import { GateList } from '../../parts/run/gate-list.tsx';
import { HeadlineBanner } from '../../parts/run/headline-banner.tsx';
import { HeadlineLine } from '../../parts/run/headline-line.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { PRIMARY_BUTTON } from '../../ui/button.tsx';
import { OverviewCharts } from './overview-charts.tsx';
import { OverviewTiles } from './overview-tiles.tsx';
import type { OverviewView } from './use-overview.ts';

interface TestOverviewProps {
  readonly test: string;
  readonly view: OverviewView;
  /** Shown below once the height of this part is known, to avoid layout shift. */
  readonly children: ReactNode;
}

export const OVERVIEW_BLOCKS = ['h-22', 'h-30', 'h-75', 'h-80'] as const;

/** The latest run of a test, and the history of the test. */
export function TestOverview({ test, view, children }: TestOverviewProps): ReactNode {
  const client = useClient();
  const found = useQuery(historyQuery(client, test));
  const latest = found.data?.runs.at(-1);
  // Waits for the gates of the latest run, to avoid layout shift.
  const run = useQuery({
    ...runQuery(client, latest?.run_id ?? ''),
    enabled: latest !== undefined,
  });
  if (found.isPending || run.isLoading) {
    return <Skeleton label="the history" blocks={OVERVIEW_BLOCKS} />;
  }
  return (
    <>
      {found.data === undefined && (
        <div className="mb-4">
          <Failure
            what="The history of this test could not be loaded"
            error={found.error}
            onRetry={() => void found.refetch()}
          >
            <p>The runs below can still be opened.</p>
          </Failure>
        </div>
      )}
      {found.data && latest && <LatestRun latest={latest} history={found.data} view={view} />}
      {found.data && !latest && (
        <Card className="mb-4">
          <p>No run of this test has been completed yet.</p>
        </Card>
      )}
      {children}
    </>
  );
}

interface LatestRunProps {
  readonly latest: RunHead;
  readonly history: TestHistory;
  readonly view: OverviewView;
}

/**
 * The headline of the latest run, and that of its comparison with another baseline: the pinned one, or the run before
 * if the run has no baseline of its own.
 */
function LatestRun({ latest, history, view }: LatestRunProps): ReactNode {
  const own = latest.overview?.verdict?.baseline_run_id;
  const other = findOtherBaseline(latest, history.runs);
  const baseline = own ?? other?.runId;
  const compared = useQuery({
    ...comparisonQuery(useClient(), {
      baseline: baseline ?? '',
      candidate: latest.run_id,
      interactions: false,
    }),
    enabled: baseline !== undefined,
  });
  useOpenComparison(view.row === undefined && baseline ? { latest, baseline } : undefined);
  return (
    <>
      <LatestHeadline
        latest={latest}
        action={own && <ComparisonLink latest={latest} baseline={own} hasKey />}
      />
      {(other !== undefined || own === undefined) && (
        <OtherHeadline latest={latest} other={other} hasKey={own === undefined} />
      )}
      <OverviewTiles latest={latest} comparison={compared.data} />
      <OverviewCharts history={history} />
    </>
  );
}

interface OtherHeadlineProps {
  readonly latest: RunHead;
  readonly other: OtherBaseline | undefined;
  /** True if Enter opens this comparison. */
  readonly hasKey: boolean;
}

/** A comparison that the latest run did not request. */
function OtherHeadline({ latest, other, hasKey }: OtherHeadlineProps): ReactNode {
  const compared = useQuery({
    ...comparisonQuery(useClient(), {
      baseline: other?.runId ?? '',
      candidate: latest.run_id,
      interactions: false,
    }),
    enabled: other !== undefined,
  });
  return (
    <HeadlineLine
      about={other?.about ?? 'Against the run before it'}
      headline={compared.data?.headline}
      missing={missingComparisonReason(compared)}
      action={other && <ComparisonLink latest={latest} baseline={other.runId} hasKey={hasKey} />}
    />
  );
}

interface OtherBaseline {
  readonly runId: string;
  /** Describes the baseline. */
  readonly about: string;
}

/**
 * The pinned baseline, unless the run was compared with it; otherwise, for a run without a baseline, the run before it.
 */
function findOtherBaseline(
  { run_id: runId, overview }: RunHead,
  runs: readonly RunHead[],
): OtherBaseline | undefined {
  const own = overview?.verdict?.baseline_run_id;
  const pinned = runs.find((run) => run.pinned)?.run_id;
  if (pinned !== undefined && pinned !== own && pinned !== runId) {
    return { runId: pinned, about: 'Since the pinned baseline' };
  }
  const before = runs.at(-2)?.run_id;
  if (own !== undefined || before === undefined) return undefined;
  return { runId: before, about: 'Against the run before it' };
}

interface LatestHeadlineProps {
  readonly latest: RunHead;
  readonly action: ReactNode;
}

function LatestHeadline({ latest, action }: LatestHeadlineProps): ReactNode {
  const { data } = useQuery(runQuery(useClient(), latest.run_id));
  const headline = latest.overview?.headline;
  if (headline === undefined) return null;
  const label = `The latest run, ${latest.model_id}`;
  return (
    <HeadlineBanner label={label} headline={headline} action={action}>
      {data?.result?.gate && <GateList gate={data.result.gate} />}
    </HeadlineBanner>
  );
}

interface ComparedPair {
  readonly latest: RunHead;
  readonly baseline: string;
}

/** Binds Enter to open the comparison of these runs. */
function useOpenComparison(pair: ComparedPair | undefined): void {
  const navigate = useNavigate();
  useKeys(
    pair === undefined
      ? []
      : [
          {
            keys: 'Enter',
            label: 'Open the comparison of the latest run',
            run: () =>
              void navigate({
                to: '/console/runs/$runId',
                params: { runId: pair.latest.run_id },
                search: { tab: 'compare', baseline: pair.baseline },
              }),
          },
        ],
  );
}

function missingComparisonReason({
  error,
  isLoading,
}: {
  readonly error: Error | null;
  readonly isLoading: boolean;
}): string {
  if (isLoading) return 'comparing …';
  if (error === null) return 'There is no earlier run of this test to compare it with.';
  return `The comparison failed: ${error.message}.`;
}

/** Links to the comparison on the page of the latest run. */
function ComparisonLink({
  latest,
  baseline,
  hasKey,
}: ComparedPair & { readonly hasKey: boolean }): ReactNode {
  return (
    <Link
      to="/console/runs/$runId"
      params={{ runId: latest.run_id }}
      search={{ tab: 'compare', baseline }}
      className={PRIMARY_BUTTON}
    >
      Open the comparison {hasKey && <kbd className="font-mono text-xs">↵</kbd>}
    </Link>
  );
}
