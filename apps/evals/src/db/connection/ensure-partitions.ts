import { queryRows, type SqlExecutor } from './sql.ts';

const MONTHS_AHEAD = 2;

/** Held while partitions are made: of several processes, one does it. */
const LOCK = 0x61_73_73_70;

/** The table of turns has a part for each month; this month's and the next ones are made ahead of time. */
export async function ensurePartitions(tx: SqlExecutor, now: Date): Promise<void> {
  await tx.executeSql('select pg_advisory_xact_lock($1)', [LOCK]);
  for (let ahead = 0; ahead <= MONTHS_AHEAD; ahead += 1) {
    const from = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead));
    const to = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead + 1));
    const name = `turn_${from.toISOString().slice(0, 7).replace('-', '_')}`;
    const known = await queryRows(tx, 'select from pg_class where relname = $1', [name]);
    if (known.length > 0) continue;
    await tx.executeSql(
      `create table ${name} partition of turn for values from ('${idAt(from)}') to ('${idAt(to)}')`,
    );
  }
}

/** The first id that a run begun at this time could have: a UUID v7 begins with the milliseconds. */
function idAt(time: Date): string {
  const hex = time.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
