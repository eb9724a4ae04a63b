import type { RunHead } from '@assay/contracts';
import { formatWhen } from '@assay/format';

/** What stands below runs in a chart: of one day the hour tells them apart, else the day does. */
export function runLabels(runs: readonly Pick<RunHead, 'created_at'>[]): readonly string[] {
  const times = runs.map((run) => formatWhen(run.created_at).split(', '));
  const days = new Set(times.map(([day]) => day));
  return times.map(([day = '', hour = '']) =>
    days.size === 1 ? hour : day.split(' ').slice(0, 2).join(' '),
  );
}
