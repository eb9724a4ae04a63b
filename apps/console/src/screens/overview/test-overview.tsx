import type { RunHead, TestHistory } from '@assay/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useClient } from '../../data/api-context.ts';
import { historyQuery } from '../../data/history-queries.ts';
import { comparisonQuery } from '../../data/run-queries.ts';
import { writeRuns } from '../../format/picked-runs.ts';
import { useKeys } from '../../keys/use-keys.ts';
import { Card } from '../../parts/card.tsx';
import { Failure } from '../../parts/failure.tsx';
import { HeadlineBanner } from '../../parts/headline-banner.tsx';
import { HeadlineLine } from '../../parts/headline-line.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { PRIMARY_BUTTON } from '../../ui/button.tsx';
import { OverviewCharts } from './overview-charts.tsx';
import { OverviewTiles } from './overview-tiles.tsx';
import type { OverviewView } from './use-overview.ts';

interface TestOverviewProps {
  readonly test: string;
  readonly view: OverviewView;
  /** Shown below, once the height of this part is known: nothing jumps. */
  readonly children: ReactNode;
}

export const OVERVIEW_BLOCKS = ['h-22', 'h-30', 'h-75', 'h-80'] as const;

/** The latest run of a test, and the history of the test. */
export function TestOverview({ test, view, children }: TestOverviewProps): ReactNode {
  const found = useQuery(historyQuery(useClient(), test));
  if (found.isPending) return <Skeleton label="the history" blocks={OVERVIEW_BLOCKS} />;
  const latest = found.data?.runs.at(-1);
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

/** The headline of the latest run, and of its comparison with the run before if it has no baseline of its own. */
function LatestRun({ latest, history, view }: LatestRunProps): ReactNode {
  const own = latest.overview?.verdict?.baseline_run_id;
  const baseline = own ?? history.runs.at(-2)?.run_id;
  const compared = useQuery({
    ...comparisonQuery(useClient(), {
      baseline: baseline ?? '',
      candidate: latest.run_id,
      interactions: false,
    }),
    enabled: baseline !== undefined,
  });
  const runs = baseline && writeRuns([baseline, latest.run_id]);
  useOpenComparison(view.row === undefined ? runs : undefined);
  const link = runs && <ComparisonLink runs={runs} />;
  return (
    <>
      <LatestHeadline latest={latest} action={own && link} />
      {own === undefined && (
        <HeadlineLine
          about="Against the run before it"
          headline={compared.data?.headline}
          missing={missingComparisonReason(compared)}
          action={link}
        />
      )}
      <OverviewTiles latest={latest} comparison={compared.data} />
      <OverviewCharts history={history} />
    </>
  );
}

interface LatestHeadlineProps {
  readonly latest: RunHead;
  readonly action: ReactNode;
}

function LatestHeadline({ latest, action }: LatestHeadlineProps): ReactNode {
  const headline = latest.overview?.headline;
  if (headline === undefined) return null;
  const label = `The latest run, ${latest.model_id}`;
  return <HeadlineBanner label={label} headline={headline} action={action} />;
}

/** Enter opens the comparison of these runs. */
function useOpenComparison(runs: string | undefined): void {
  const navigate = useNavigate();
  useKeys(
    runs === undefined
      ? []
      : [
          {
            keys: 'Enter',
            label: 'Open the comparison of the latest run',
            run: () => void navigate({ to: '/console/compare', search: { runs } }),
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
  return `Comparing it failed: ${error.message}.`;
}

/** Opens the comparison; so does Enter while no row is chosen. */
function ComparisonLink({ runs }: { readonly runs: string }): ReactNode {
  return (
    <Link to="/console/compare" search={{ runs }} className={PRIMARY_BUTTON}>
      Open the comparison <kbd className="font-mono text-xs">↵</kbd>
    </Link>
  );
}
