import type { Comparison, RunHead } from '@fairtrial/contracts';
import { formatWhen, headlineLabel, verdictLabel } from '@fairtrial/format';
import { runLabels } from '../format/run-labels.ts';
import type { ForestRow } from './forest.tsx';
import type { TrendPoint } from './trend.tsx';

/** Scenarios with a verdict: regressed ones, then improved ones, then the rest; the largest drop first in each. */
export function forestRows(
  comparison: Pick<Comparison, 'scenarios' | 'basis' | 'baseline' | 'candidate'>,
): readonly ForestRow[] {
  const { scenarios, basis, baseline, candidate } = comparison;
  const rows = scenarios.flatMap(({ name, delta, verdict, candidate_no: no }) => {
    if (delta === null || verdict === null) return [];
    const href = `/console/runs/${candidate.run_id}/${no}/0?baseline=${baseline.run_id}`;
    return [{ name, delta, verdict, href }];
  });
  return rows
    .toSorted((a, b) => resultRank(a.verdict) - resultRank(b.verdict) || a.delta - b.delta)
    .map((row) => ({ ...row, status: verdictLabel(row.verdict.result, basis) }));
}

function resultRank({ result }: ForestRow['verdict']): number {
  if (result === 'regressed') return 0;
  return result === 'improved' ? 1 : 2;
}

/** Exit codes from here on concern the endpoint, the judge or the service, not the model. */
const NOT_ABOUT_THE_MODEL = 3;

/** Finished runs as points of a line. A run that allows no conclusion about the model is a gap, never a point at 0. */
export function trendPoints(runs: readonly RunHead[]): readonly TrendPoint[] {
  const labels = runLabels(runs);
  return runs.flatMap((run, at): readonly TrendPoint[] => {
    const { scores, overview } = run;
    const mean = scores?.['overall'];
    const headline = overview?.headline;
    const isGap = headline !== undefined && headline.exit_code >= NOT_ABOUT_THE_MODEL;
    if (mean === undefined && !isGap) return [];
    const point = {
      label: labels[at] ?? '',
      name: `${formatWhen(run.created_at)} ${run.model_id}`,
      href: `/console/runs/${run.run_id}`,
    };
    return isGap || mean === undefined
      ? [{ ...point, mean: null, interval: null, gap: headline && headlineLabel(headline).label }]
      : [{ ...point, mean, interval: overview?.ci95 ?? null, gap: undefined }];
  });
}
