import type { RunHead } from '@assay/contracts';
import type { TrendPoint } from '../../charts/trend.tsx';
import { formatWhen } from '../../format/when.ts';

/** Runs as points of a line. Of one day they are told apart by the hour, else by the day. */
export function trendPoints(runs: readonly RunHead[]): readonly TrendPoint[] {
  const days = new Set(runs.map((run) => dayOf(run)));
  return runs.flatMap((run) => {
    const mean = run.scores?.['overall'];
    if (mean === undefined) return [];
    const [day = '', hour = ''] = formatWhen(run.created_at).split(', ');
    return [
      {
        label: days.size === 1 ? hour : day.split(' ').slice(0, 2).join(' '),
        name: `${formatWhen(run.created_at)} ${run.model_id}`,
        mean,
        interval: run.digest?.ci95 ?? null,
      },
    ];
  });
}

function dayOf({ created_at }: RunHead): string {
  return formatWhen(created_at).split(',')[0] ?? '';
}
