import { varianceBetweenRuns, type BetweenRuns } from '@fairtrial/statistics';
import type { SqlExecutor } from '../../db/connection/sql.ts';
import type { Run } from '../../entities/run.ts';
import { loadRunsSincePin } from '../../db/runs/runs-since-pin.ts';
import { isInterleaved, type RunVariance } from './compare-aggregates.ts';

interface MeasuredPair {
  readonly baseline: Run;
  readonly candidate: Run;
  readonly metric: string;
  /** Number of scenarios of the baseline that are compared. */
  readonly compared: number;
}

/**
 * Measures how much runs of the baseline's plan differ beyond the noise of their attempts, from the runs since the pin
 * that did not fail. `undefined` with fewer than five of them, and for two runs that were played at the same time,
 * because shared effects cancel out.
 */
export async function measureRunVariance(
  tx: SqlExecutor,
  { baseline, candidate, metric, compared }: MeasuredPair,
): Promise<RunVariance | undefined> {
  if (isInterleaved(baseline, candidate)) return undefined;
  const runs = await loadRunsSincePin(tx, { baseline, candidate, metric });
  const measured = varianceBetweenRuns(runs);
  const all = baseline.plan.scenarios.length;
  return measured && { ...widenForSome(measured, { all, compared }), runs: runs.length };
}

/**
 * The variance is measured on the means of all scenarios. If only some of them are compared, their mean may vary more
 * between runs: at most as much more as they are fewer, which is the case if every scenario varies on its own.
 */
export function widenForSome(
  { variance, df, total = variance }: BetweenRuns,
  { all, compared }: { readonly all: number; readonly compared: number },
): BetweenRuns {
  const factor = all / Math.max(1, Math.min(all, compared));
  return { variance: variance * factor, df, total: total * factor };
}
