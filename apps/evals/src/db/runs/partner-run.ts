import type { RunId } from '@fairtrial/contracts';
import { queryRows, type SqlExecutor } from '../connection/sql.ts';

/** Returns a run and its partner, if it has one, in id order, which is the lock order. */
export async function listPair(tx: SqlExecutor, id: RunId): Promise<readonly RunId[]> {
  const [row] = await queryRows<{ partnerId: RunId | null }>(
    tx,
    'select partner_id as "partnerId" from run where id = $1',
    [id],
  );
  return [id, ...[row?.partnerId ?? []].flat()].toSorted();
}

/** Returns those of these runs that are compared with a partner that has not ended yet. */
export async function findAwaitingPartner(
  tx: SqlExecutor,
  ids: readonly RunId[],
): Promise<readonly RunId[]> {
  const rows = await queryRows<{ id: RunId }>(
    tx,
    `select r.id from run r join run p on p.id = r.partner_id
     where r.id = any($1) and not r.is_against and p.state in ('running', 'cancelling', 'finishing')`,
    [ids],
  );
  return rows.map(({ id }) => id);
}

/** Returns the run that waits for the end of this one, to be compared with it. */
export async function findWaitingPartner(tx: SqlExecutor, id: RunId): Promise<readonly RunId[]> {
  const rows = await queryRows<{ id: RunId }>(
    tx,
    `select p.id from run r join run p on p.id = r.partner_id
     where r.id = $1 and r.is_against and p.state = 'finishing'`,
    [id],
  );
  return rows.map((row) => row.id);
}

/** Returns the partner of a run if it has attempts left to play. */
export async function findPlayingPartner(tx: SqlExecutor, id: RunId): Promise<readonly RunId[]> {
  const rows = await queryRows<{ id: RunId }>(
    tx,
    `select p.id from run r join run p on p.id = r.partner_id where r.id = $1 and p.state = 'running'`,
    [id],
  );
  return rows.map((row) => row.id);
}
