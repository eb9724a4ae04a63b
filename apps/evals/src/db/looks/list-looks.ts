import type { RunId } from '@fairtrial/contracts';
import { queryRows, type SqlExecutor } from '../connection/sql.ts';

/** The verdict on a scenario at the look after which it was not played any more. */
export interface StoredDecision {
  /** Number of the look, from 0. */
  readonly look: number;
  readonly result: 'regressed' | 'improved' | 'no_change_found';
  readonly p: number;
  /** Level at which the scenario was tested. */
  readonly level: number;
}

/** A look that was taken at a run with early stopping. */
export interface TakenLook {
  /** Revision of the baseline that was compared with. */
  readonly baselineRevision: number;
  /** One for each planned scenario, including those of earlier looks; null if it is undecided. */
  readonly decisions: readonly (StoredDecision | null)[];
  /** True if no attempts were added. */
  readonly isLast: boolean;
}

/** Returns the looks that were taken at a run, in order. */
export function listLooks(tx: SqlExecutor, id: RunId): Promise<readonly TakenLook[]> {
  return queryRows<TakenLook>(
    tx,
    `select baseline_revision as "baselineRevision", decisions, is_last as "isLast" from run_look
     where run_id = $1 order by look_no`,
    [id],
  );
}

/** Returns the number of the current claim on grading a run; `undefined` if the run is not being finished. */
export async function findGradingEpoch(tx: SqlExecutor, id: RunId): Promise<number | undefined> {
  const [row] = await queryRows<{ epoch: number }>(
    tx,
    `select grading_epoch as epoch from run where id = $1 and state = 'finishing'`,
    [id],
  );
  return row?.epoch;
}
