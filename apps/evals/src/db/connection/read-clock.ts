import { queryRows, type SqlExecutor } from './sql.ts';

/**
 * The time of the database, which all stored times come from. That of this process may be wrong (a machine that was
 * suspended, a clock that nothing sets), and the clocks of several processes differ.
 */
export async function readClock(tx: SqlExecutor): Promise<Date> {
  const [row] = await queryRows<{ now: Date }>(tx, 'select clock_timestamp() as now');
  if (row === undefined) throw new Error('the database did not say what time it is');
  return row.now;
}
