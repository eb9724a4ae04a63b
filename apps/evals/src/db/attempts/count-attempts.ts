import { select, type Tx } from '../connection/tx.ts';

/** Attempts that stand in line for a worker, and those that one is at; of all runs, in every process the same. */
export interface AttemptCounts {
  readonly queued: number;
  readonly running: number;
}

export async function countAttempts(tx: Tx): Promise<AttemptCounts> {
  const [row] = await select<AttemptCounts>(
    tx,
    `select count(*) filter (where state = 'queued')::int as queued,
            count(*) filter (where state = 'running')::int as running
     from attempt where state in ('queued', 'running') and lane is not null`,
  );
  return row ?? { queued: 0, running: 0 };
}
