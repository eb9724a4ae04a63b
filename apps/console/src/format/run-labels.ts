import type { RunHead } from '@fairtrial/contracts';
import { formatWhen } from '@fairtrial/format';

/** Axis labels of runs in a chart: the hour if all runs are of one day, otherwise the day. */
export function runLabels(runs: readonly Pick<RunHead, 'created_at'>[]): readonly string[] {
  const times = runs.map((run) => formatWhen(run.created_at).split(', '));
  const days = new Set(times.map(([day]) => day));
  return times.map(([day = '', hour = '']) =>
    days.size === 1 ? hour : day.split(' ').slice(0, 2).join(' '),
  );
}
