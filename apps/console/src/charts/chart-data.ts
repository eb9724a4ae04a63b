import type { Comparison, RunHead } from '@assay/contracts';
import { formatWhen } from '@assay/format';
import { runLabels } from '../format/run-labels.ts';
import type { ForestRow } from './forest.tsx';
import type { TrendPoint } from './trend.tsx';

/** Regressed scenarios, then improved ones, then the rest; the largest drop first in each. */
export function forestRows({ scenarios }: Pick<Comparison, 'scenarios'>): readonly ForestRow[] {
  const rows = scenarios.flatMap(({ name, delta, verdict, ci95 }): readonly ForestRow[] =>
    delta === null || verdict === null
      ? []
      : [{ name, delta, interval: verdict.interval ?? ci95, result: verdict.result }],
  );
  return rows.toSorted((a, b) => resultRank(a) - resultRank(b) || a.delta - b.delta);
}

function resultRank({ result }: ForestRow): number {
  if (result === 'regressed') return 0;
  return result === 'improved' ? 1 : 2;
}

/** The runs that have a score, as points of a line. */
export function trendPoints(runs: readonly RunHead[]): readonly TrendPoint[] {
  const labels = runLabels(runs);
  return runs.flatMap((run, at) => {
    const mean = run.scores?.['overall'];
    if (mean === undefined) return [];
    const name = `${formatWhen(run.created_at)} ${run.model_id}`;
    return [{ label: labels[at] ?? '', name, mean, interval: run.overview?.ci95 ?? null }];
  });
}
