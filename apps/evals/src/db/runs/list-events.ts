import type { RunEvent as WireEvent, RunId } from '@fairtrial/contracts';
import { queryRows, type SqlExecutor } from '../connection/sql.ts';

/** An event of a run. Sequence numbers have no gaps. */
export interface RunEvent {
  readonly seq: number;
  readonly kind: WireEvent['type'];
  readonly data: object;
}

export const EVENTS_PER_PAGE = 500;

/** Returns one page of the events after a sequence number, oldest first. */
export function listEvents(
  tx: SqlExecutor,
  id: RunId,
  after: number,
): Promise<readonly RunEvent[]> {
  return queryRows<RunEvent>(
    tx,
    'select seq, kind, data from run_event where run_id = $1 and seq > $2 order by seq limit $3',
    [id, after, EVENTS_PER_PAGE],
  );
}
