import type { RunHead } from '@assay/contracts';
import type { TrendPoint } from '../../charts/trend.tsx';
import { runLabels } from '../../format/run-labels.ts';
import { formatWhen } from '../../format/when.ts';

/** Runs as points of a line. */
export function trendPoints(runs: readonly RunHead[]): readonly TrendPoint[] {
  const labels = runLabels(runs);
  return runs.flatMap((run, at) => {
    const mean = run.scores?.['overall'];
    if (mean === undefined) return [];
    const name = `${formatWhen(run.created_at)} ${run.model_id}`;
    return [{ label: labels[at] ?? '', name, mean, interval: run.overview?.ci95 ?? null }];
  });
}
