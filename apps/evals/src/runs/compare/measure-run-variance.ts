import { varianceBetweenRuns } from '@assay/statistics';
import type { SqlExecutor } from '../../db/connection/sql.ts';
import type { Run } from '../../db/runs/run.ts';
import { loadRunsSincePin } from '../../db/runs/runs-since-pin.ts';
import { isInterleaved, type RunVariance } from './compare-aggregates.ts';

interface MeasuredPair {
  readonly baseline: Run;
  readonly candidate: Run;
  readonly metric: string;
}

/**
 * Measures how much runs of the baseline's plan differ beyond the noise of their attempts, from the runs since the pin
 * that did not fail. `undefined` with fewer than five of them, and for two runs that were played at the same time,
 * because shared effects cancel out.
 */
export async function measureRunVariance(
  tx: SqlExecutor,
  { baseline, candidate, metric }: MeasuredPair,
): Promise<RunVariance | undefined> {
  if (isInterleaved(baseline, candidate)) return undefined;
  const runs = await loadRunsSincePin(tx, { baseline, candidate, metric });
  const variance = varianceBetweenRuns(runs);
  return variance && { ...variance, runs: runs.length };
}
