import type { Comparison, RunFigures, RunHead, RunView } from '@fairtrial/contracts';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../data/api-context.ts';
import { comparisonQuery, figuresQuery, isOver, trendQuery } from '../../data/run-queries.ts';
import type { RunSearch } from './run-search.ts';

/** The baseline of a run, its comparison with it, and earlier runs. */
export interface RunContext {
  readonly baseline: string | undefined;
  readonly comparison: Comparison | undefined;
  readonly figures: RunFigures | undefined;
  readonly baselineFigures: RunFigures | undefined;
  /** `undefined` while it is loading. */
  readonly trend: readonly RunHead[] | undefined;
}

/** Loads everything in parallel. A part that is loading or failed is `undefined` or empty. */
export function useRunContext(run: RunView, search: RunSearch): RunContext {
  const client = useClient();
  const baseline = chooseBaseline(run, search);
  const canCompare = baseline !== undefined && isOver(run.state);
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
    // The run contains the comparison with its own baseline; waiting for another fetch would cause a layout shift.
    comparison: canCompare ? (comparison.data ?? ownComparison(run, baseline)) : undefined,
    figures: figures.data,
    baselineFigures: canCompare ? baselineFigures.data : undefined,
    trend: trend.data ?? (trend.isError ? [] : undefined),
  };
}

function ownComparison(run: RunView, baseline: string): Comparison | undefined {
  const own = run.result?.comparison;
  return own?.baseline.run_id === baseline ? own : undefined;
}

/** The baseline from the URL, otherwise the one that the run was compared with when it ended. */
function chooseBaseline({ overview }: RunView, { baseline }: RunSearch): string | undefined {
  if (baseline === 'none') return undefined;
  return baseline ?? overview?.verdict?.baseline_run_id;
}
