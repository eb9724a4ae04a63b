import { queryRows, type SqlExecutor } from './sql.ts';

/**
 * The clock of the database, which all stored times come from. The local clock can be wrong (a suspended machine, no
 * time synchronisation), and the clocks of several processes differ.
 */
export async function readClock(tx: SqlExecutor): Promise<Date> {
  const [row] = await queryRows<{ now: Date }>(tx, 'select clock_timestamp() as now');
  if (row === undefined) throw new Error('the database did not return its time');
  return row.now;
}
