import type { Comparison, RunHead, TestHistory } from '@assay/contracts';
import { VERDICT_LABELS, WITHIN_NOISE } from '@assay/format';
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
import { Skeleton } from '../../parts/skeleton.tsx';
import { PRIMARY_BUTTON } from '../../ui/button.tsx';
import { OverviewCharts } from './overview-charts.tsx';
import { OverviewTiles, usePassing } from './overview-tiles.tsx';
import type { OverviewView } from './use-overview.ts';
import { scoreSentence, verdictSentence, type VerdictSentence } from './verdict-sentence.ts';

interface TestOverviewProps {
  readonly test: string;
  readonly view: OverviewView;
  /** Shown below, once the height of this part is known: nothing jumps. */
  readonly children: ReactNode;
}

const VERDICT_BLOCK = ['mb-4 h-15'] as const;
export const OVERVIEW_BLOCKS = ['h-15', 'h-30', 'h-75', 'h-80'] as const;

/** The latest run of a test against the one before it, and the history of the test. */
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

function LatestRun({ latest, history, view }: LatestRunProps): ReactNode {
  const client = useClient();
  const navigate = useNavigate();
  const baseline = latest.overview?.verdict?.baseline_run_id ?? history.runs.at(-2)?.run_id;
  const compared = useQuery({
    ...comparisonQuery(client, {
      baseline: baseline ?? '',
      candidate: latest.run_id,
      interactions: false,
    }),
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
              ? verdictSentence(latest, compared.data)
              : scoreSentence(latest, missingComparisonReason(compared.error))
          }
          comparison={compared.data}
        />
      )}
      <OverviewTiles latest={latest} comparison={compared.data} passing={passing} />
      <OverviewCharts history={history} />
    </>
  );
}

function missingComparisonReason(error: Error | null): string {
  if (error === null) return 'There is no earlier run of this test to compare it with.';
  return `Comparing it with its baseline failed: ${error.message}.`;
}

interface VerdictLineProps {
  readonly verdict: VerdictSentence;
  readonly comparison: Comparison | undefined;
}

const TONE_STYLES = {
  bad: [VERDICT_LABELS.regressed.glyph, 'border-bad bg-bad-soft text-bad'],
  ok: [VERDICT_LABELS.improved.glyph, 'border-ok bg-ok-soft text-ok'],
  plain: [WITHIN_NOISE.glyph, 'border-line bg-surface text-text'],
} as const;

/** The verdict in a sentence, and a link to the comparison. */
function VerdictLine({ verdict, comparison }: VerdictLineProps): ReactNode {
  const [glyph, style] = TONE_STYLES[verdict.tone];
  return (
    <section
      aria-label="The latest run"
      className={`mb-4 flex min-h-15 flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border py-2 pr-2 pl-4 ${style}`}
    >
      <p className="min-w-0 flex-1 basis-72 wrap-anywhere">
        <span aria-hidden className="mr-2">
          {glyph}
        </span>
        <strong className="font-semibold">{verdict.text}</strong>
        {verdict.rest !== '' && <span> {verdict.rest}</span>}
      </p>
      {comparison && (
        <Link
          to="/console/compare"
          search={{
            runs: writeRuns([comparison.baseline.run_id, comparison.candidate.run_id]) ?? '',
          }}
          className={PRIMARY_BUTTON}
        >
          Open the comparison <kbd className="font-mono text-xs">↵</kbd>
        </Link>
      )}
    </section>
  );
}
