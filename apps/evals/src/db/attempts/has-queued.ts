import { select, type Tx } from '../connection/tx.ts';

/** Whether any attempt stands in line for a worker. */
export async function hasQueued(tx: Tx): Promise<boolean> {
  const [row] = await select<{ found: boolean }>(
    tx,
    `select exists (select from attempt where state = 'queued' and lane is not null) as found`,
  );
  return row?.found === true;
}
