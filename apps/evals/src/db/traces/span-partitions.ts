import { ADVISORY_LOCKS } from '../connection/advisory-locks.ts';
import { isLockTimeout } from '../connection/database-unavailable.ts';
import { queryRows, type SqlExecutor, type Transactor } from '../connection/sql.ts';

const DAY_MS = 24 * 3600 * 1000;
const NAME = /^span_(\d{4})_(\d\d)_(\d\d)$/;

/** Creates the partitions of these days (`YYYY-MM-DD`) that do not exist. */
export async function makeSpanPartitions(
  database: Transactor,
  days: readonly string[],
): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.executeSql('select pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.partitions]);
    await tx.executeSql(`set local lock_timeout = '2s'`);
    const known = new Set(await listDays(tx));
    for (const day of days.filter((one) => !known.has(one))) {
      const name = `span_${day.replaceAll('-', '_')}`;
      const next = new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, day.length);
      // `create table … partition of` would block reads and writes of the table.
      await tx.executeSql(`create table ${name} (like span including all)`);
      await tx.executeSql(
        `alter table span attach partition ${name} for values from ('${day}') to ('${next}')`,
      );
    }
  });
}

async function listDays(tx: SqlExecutor): Promise<readonly string[]> {
  const rows = await queryRows<{ name: string }>(
    tx,
    `select p.relname as name from pg_inherits i join pg_class p on p.oid = i.inhrelid
     where i.inhparent = 'span'::regclass order by name`,
  );
  return rows.flatMap(({ name }) => {
    const [, year, month, day] = NAME.exec(name) ?? [];
    return year === undefined ? [] : [`${year}-${month}-${day}`];
  });
}

export interface RemovedTraces {
  /** No span that started before this day (`YYYY-MM-DD`) is left, unless the table is locked. */
  readonly oldest: string;
  readonly partitions: number;
  readonly conversations: number;
  /** Another transaction uses the table; a later pass removes the rest. */
  readonly isLocked: boolean;
}

const CONVERSATIONS_AT_ONCE = 1000;

/** Removes spans that started before a day, and conversations that ended before it. */
export async function removeOldTraces(
  database: Transactor,
  { days, signal }: { readonly days: number; readonly signal: AbortSignal },
): Promise<RemovedTraces> {
  const [row] = await queryRows<{ oldest: string }>(
    database,
    `select ((clock_timestamp() at time zone 'UTC')::date - $1::int)::text as oldest`,
    [days],
  );
  const oldest = row?.oldest ?? '';
  const conversations = await deleteConversations(database, oldest, signal);
  let partitions = 0;
  for (const day of await listDays(database)) {
    if (signal.aborted || day >= oldest) break;
    if (!(await dropDay(database, day))) {
      return { oldest, partitions, conversations, isLocked: true };
    }
    partitions += 1;
  }
  return { oldest, partitions, conversations, isLocked: false };
}

async function deleteConversations(
  database: Transactor,
  oldest: string,
  signal: AbortSignal,
): Promise<number> {
  let deleted = 0;
  while (!signal.aborted) {
    const rows = await queryRows(
      database,
      `delete from conversation where ctid = any(array(
         select ctid from conversation where ended_at < $1::date at time zone 'UTC' order by ended_at limit $2
         for update skip locked))
       returning 1`,
      [oldest, CONVERSATIONS_AT_ONCE],
    );
    deleted += rows.length;
    if (rows.length < CONVERSATIONS_AT_ONCE) break;
  }
  return deleted;
}

/** False if the table is in use for longer than statements may wait. */
async function dropDay(database: Transactor, day: string): Promise<boolean> {
  try {
    await database.transaction(async (tx) => {
      await tx.executeSql(`set local lock_timeout = '300ms'`);
      await tx.executeSql(`drop table if exists span_${day.replaceAll('-', '_')}`);
      await tx.executeSql('delete from span_usage where day = $1', [day]);
    });
    return true;
  } catch (error) {
    if (isLockTimeout(error)) return false;
    throw error;
  }
}
