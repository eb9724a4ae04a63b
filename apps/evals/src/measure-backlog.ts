import type { Metrics } from '@assay/server';
import { countAttempts } from './db/attempts/count-attempts.ts';
import type { Database } from './db/connection/open-database.ts';

/** How much there is to play. While the database is away the other measurements are given without it. */
export function measureBacklog({ meter }: Metrics, database: Database): void {
  meter
    .createObservableGauge('evals.attempts', {
      description: 'Attempts that wait for a worker, and those that one plays, of all runs',
    })
    .addCallback(async (result) => {
      const counts = await countAttempts(database).catch(() => undefined);
      if (counts === undefined) return;
      result.observe(counts.queued, { state: 'queued' });
      result.observe(counts.running, { state: 'running' });
    });
}
