import type { Comparison, RunFigures, RunHead, RunView } from '@assay/contracts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useClient } from '../../data/api-context.ts';
import {
  comparisonQuery,
  figuresQuery,
  isOver,
  runsQuery,
  scoredRuns,
  trendQuery,
} from '../../data/run-queries.ts';
import type { RunSearch } from './run-search.ts';

/** The baseline of a run, its comparison with it, and earlier runs. */
export interface RunContext {
  readonly baseline: string | undefined;
  readonly others: readonly RunHead[];
  readonly now: number;
  readonly comparison: Comparison | undefined;
  readonly figures: RunFigures | undefined;
  readonly baselineFigures: RunFigures | undefined;
  readonly trend: readonly RunHead[];
}

/** Loads all of it in parallel. A part that is loading or failed is undefined or empty. */
export function useRunContext(run: RunView, search: RunSearch): RunContext {
  const client = useClient();
  const baseline = chooseBaseline(run, search);
  const canCompare = baseline !== undefined && isOver(run.state);
  const runs = useInfiniteQuery(runsQuery(client));
  const comparison = useQuery({
    ...comparisonQuery(client, {
      baseline: baseline ?? '',
      candidate: run.run_id,
      interactions: false,
    }),
    enabled: canCompare,
  });
  const figures = useQuery(figuresQuery(client, run, search.pass_threshold));
  const baselineRun = { run_id: baseline ?? '', state: 'completed' } as const;
  const baselineFigures = useQuery({
    ...figuresQuery(client, baselineRun, undefined),
    enabled: canCompare,
  });
  const trend = useQuery(trendQuery(client, run));
  return {
    baseline,
    others: scoredRuns(runs.data?.pages.flatMap((page) => page.runs) ?? []).filter(
      ({ run_id }) => run_id !== run.run_id,
    ),
    now: runs.dataUpdatedAt,
    // The run has the comparison with its own baseline: waiting for it again would move the page.
    comparison: canCompare ? (comparison.data ?? ownComparison(run, baseline)) : undefined,
    figures: figures.data,
    baselineFigures: canCompare ? baselineFigures.data : undefined,
    trend: trend.data ?? [],
  };
}

function ownComparison(run: RunView, baseline: string): Comparison | undefined {
  const own = run.result?.comparison;
  return own?.baseline.run_id === baseline ? own : undefined;
}

/** The baseline of the URL, else the one that the run was compared with when it ended. */
function chooseBaseline({ overview }: RunView, { baseline }: RunSearch): string | undefined {
  if (baseline === 'none') return undefined;
  return baseline ?? overview?.verdict?.baseline_run_id;
}
