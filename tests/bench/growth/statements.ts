import type pg from 'pg';

/** Totals of all calls of a statement. */
export interface Statement {
  readonly text: string;
  readonly calls: number;
  /** Pages of 8 KB accessed, from the cache or the disk. */
  readonly buffers: number;
}

/** Counts the statements executed in a database. */
export interface StatementCounter {
  /** Returns the statements executed since the last call. */
  take(): Promise<readonly Statement[]>;
}

/** Server settings that `countStatements` needs. */
export const STATEMENT_SETTINGS = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track_utility': 'off',
} as const;

const READ = `
select concat_ws(' ', userid, queryid, toplevel) as id, query as text, calls::int,
  (shared_blks_hit + shared_blks_read + local_blks_hit + local_blks_read + temp_blks_read + temp_blks_written)::int
    as buffers
from pg_stat_statements
where dbid = (select oid from pg_database where datname = current_database())
  and query not like '%pg_stat_statements%'`;

interface Row extends Statement {
  readonly id: string;
}

/**
 * Compares counters with those of the last call instead of resetting them. After a reset, an already prepared statement
 * would be recorded with its constants, and its text would differ from the other database.
 */
export async function countStatements(client: pg.Client): Promise<StatementCounter> {
  await client.query('create extension if not exists pg_stat_statements');
  let last = new Map<string, Row>();

  async function take(): Promise<readonly Statement[]> {
    const { rows } = await client.query<Row>(READ);
    const before = last;
    last = new Map(rows.map((row) => [row.id, row]));
    return rows
      .map(({ id, text, calls, buffers }) => ({
        text,
        calls: calls - (before.get(id)?.calls ?? 0),
        buffers: buffers - (before.get(id)?.buffers ?? 0),
      }))
      .filter(({ calls }) => calls > 0);
  }

  await take();
  return { take };
}
