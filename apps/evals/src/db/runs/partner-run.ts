import type { RunId } from '@assay/contracts';
import { queryRows, type SqlExecutor } from '../connection/sql.ts';

/** A run and the one that is played at the same time, if there is one, in the order of their ids: they are locked in it. */
export async function listPair(tx: SqlExecutor, id: RunId): Promise<readonly RunId[]> {
  const [row] = await queryRows<{ partnerId: RunId | null }>(
    tx,
    'select partner_id as "partnerId" from run where id = $1',
    [id],
  );
  return [id, ...[row?.partnerId ?? []].flat()].toSorted();
}

/** Of these runs, those that are compared with a partner that is not over yet. */
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

/** The run that was waiting for the end of this one, to be compared with it. */
export async function findWaitingPartner(tx: SqlExecutor, id: RunId): Promise<readonly RunId[]> {
  const rows = await queryRows<{ id: RunId }>(
    tx,
    `select p.id from run r join run p on p.id = r.partner_id
     where r.id = $1 and r.is_against and p.state = 'finishing'`,
    [id],
  );
  return rows.map((row) => row.id);
}

/** The run that is played at the same time, if it has attempts left to play. */
export async function findPlayingPartner(tx: SqlExecutor, id: RunId): Promise<readonly RunId[]> {
  const rows = await queryRows<{ id: RunId }>(
    tx,
    `select p.id from run r join run p on p.id = r.partner_id where r.id = $1 and p.state = 'running'`,
    [id],
  );
  return rows.map((row) => row.id);
}
