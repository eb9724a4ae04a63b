import type { RunHead, TestHistory } from '@assay/contracts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useClient } from '../../data/api-context.ts';
import { historyQuery } from '../../data/history-queries.ts';
import { compareQuery } from '../../data/run-queries.ts';
import { useKeys } from '../../keys/use-keys.ts';
import { Card } from '../../parts/card.tsx';
import { Failure } from '../../parts/failure.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { OverviewCharts } from './overview-charts.tsx';
import { OverviewTiles } from './overview-tiles.tsx';
import { sayScore, sayVerdict } from './say-verdict.ts';
import type { OverviewView } from './use-overview.ts';
import { usePassing } from './use-passing.ts';
import { VerdictLine } from './verdict-line.tsx';

interface TestOverviewProps {
  readonly test: string;
  readonly view: OverviewView;
  /** What stands below, once it is known how tall this is: nothing jumps. */
  readonly children: ReactNode;
}

const VERDICT_BLOCK = ['mb-4 h-15'] as const;
export const OVERVIEW_BLOCKS = ['h-15', 'h-30', 'h-75', 'h-80'] as const;

/** One test: how its latest run stands against the one before, and where it came from. */
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
      {found.data && latest && <Latest latest={latest} history={found.data} view={view} />}
      {found.data && !latest && (
        <Card className="mb-4">
          <p>No run of this test has been completed yet.</p>
        </Card>
      )}
      {children}
    </>
  );
}

interface LatestProps {
  readonly latest: RunHead;
  readonly history: TestHistory;
  readonly view: OverviewView;
}

function Latest({ latest, history, view }: LatestProps): ReactNode {
  const client = useClient();
  const navigate = useNavigate();
  const baseline = latest.overview?.verdict?.baseline_run_id ?? history.runs.at(-2)?.run_id;
  const compared = useQuery({
    ...compareQuery(client, baseline ?? '', latest.run_id),
    enabled: baseline !== undefined,
  });
  const passing = usePassing(latest, view.passThreshold);
  const open = (): void => {
    const runs = `${baseline}.${latest.run_id}`;
    void navigate({ to: '/console/compare', search: { runs } });
  };
  useKeys(
    view.row === undefined && baseline !== undefined
      ? [{ keys: 'Enter', label: 'Open the comparison of the latest run', run: open }]
      : [],
  );
  return (
    <>
      {compared.isLoading ? (
        <Skeleton label="the comparison" blocks={VERDICT_BLOCK} />
      ) : (
        <VerdictLine
          verdict={
            compared.data
              ? sayVerdict(latest, compared.data)
              : sayScore(latest, whyAlone(compared.error))
          }
          comparison={compared.data}
        />
      )}
      <OverviewTiles latest={latest} comparison={compared.data} passing={passing} />
      <OverviewCharts history={history} />
    </>
  );
}

/** Nothing was to be compared, or it could not be. */
function whyAlone(error: Error | null): string {
  if (error === null) return 'There is no earlier run of this test to compare it with.';
  return `Comparing it with its baseline failed: ${error.message}.`;
}
