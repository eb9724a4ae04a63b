import type { Comparison, RunFigures, RunHead, RunView } from '@assay/contracts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useClient } from '../../data/api-context.ts';
import {
  compareQuery,
  figuresQuery,
  isOver,
  runsQuery,
  scoredRuns,
  trendQuery,
} from '../../data/run-queries.ts';
import type { RunSearch } from './run-search.ts';

/** What stands beside a run: its baseline and what came before it. */
export interface Beside {
  readonly baseline: string | undefined;
  readonly others: readonly RunHead[];
  readonly now: number;
  readonly comparison: Comparison | undefined;
  readonly figures: RunFigures | undefined;
  readonly baselineFigures: RunFigures | undefined;
  readonly trend: readonly RunHead[];
}

/** Loaded beside each other; what is not there yet is left out, what fails leaves the rest alone. */
export function useRunContext(run: RunView, search: RunSearch): Beside {
  const client = useClient();
  const baseline = baselineOf(run, search);
  const canCompare = baseline !== undefined && isOver(run.state);
  const runs = useInfiniteQuery(runsQuery(client));
  const comparison = useQuery({
    ...compareQuery(client, baseline ?? '', run.run_id),
    enabled: canCompare,
  });
  const figures = useQuery(figuresQuery(client, run, search.pass_threshold));
  const old = { run_id: baseline ?? '', state: 'completed' } as const;
  const baselineFigures = useQuery({
    ...figuresQuery(client, old, undefined),
    enabled: canCompare,
  });
  const trend = useQuery(trendQuery(client, run));
  return {
    baseline,
    others: scoredRuns(runs.data?.pages.flatMap((page) => page.runs) ?? []).filter(
      ({ run_id }) => run_id !== run.run_id,
    ),
    now: runs.dataUpdatedAt,
    comparison: canCompare ? comparison.data : undefined,
    figures: figures.data,
    baselineFigures: canCompare ? baselineFigures.data : undefined,
    trend: trend.data ?? [],
  };
}

/** What the URL says, else what the run was compared with when it ended. */
function baselineOf({ overview }: RunView, { baseline }: RunSearch): string | undefined {
  if (baseline === 'none') return undefined;
  return baseline ?? overview?.verdict?.baseline_run_id;
}
