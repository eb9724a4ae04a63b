import { queryRows, type SqlExecutor } from '../connection/sql.ts';

/**
 * Numbers of attempts that wait for a worker on a lane of their own, and of attempts that are being played, over all
 * runs and processes.
 */
export interface AttemptCounts {
  /** Counted up to `MAX_COUNTED`. */
  readonly queued: number;
  readonly running: number;
}

/** Larger numbers carry no more information than that there are too many. */
const MAX_COUNTED = 10_000;

/** Every such attempt has a lane. The condition selects the index of lanes, which has no other attempts. */
const LANES = `select from attempt where lane >= '00000000-0000-0000-0000-000000000000'`;

export async function countAttempts(tx: SqlExecutor): Promise<AttemptCounts> {
  const [row] = await queryRows<AttemptCounts>(
    tx,
    `select (select count(*)::int from (${LANES} and state = 'queued' limit ${MAX_COUNTED}) x) as queued,
            (select count(*)::int from (${LANES} and state = 'running') x) as running`,
  );
  return row ?? { queued: 0, running: 0 };
}
