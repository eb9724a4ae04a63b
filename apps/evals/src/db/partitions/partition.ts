import type { RunId } from '@fairtrial/contracts';
import { queryRows, type SqlExecutor } from '../connection/sql.ts';

/** Tables with one or more rows per turn. They are partitioned by range of `run_id`, which starts with a timestamp. */
export const PARTITIONED_TABLES = [
  'turn',
  'turn_grade',
  'attempt',
  'run_event',
  'judgement',
  'user_message',
] as const;

export type PartitionedTable = (typeof PARTITIONED_TABLES)[number];

/** Contains the rows of runs whose ids were created from `from` (inclusive) to `to` (exclusive). */
export interface Partition {
  readonly table: PartitionedTable;
  readonly name: string;
  readonly from: Date;
  readonly to: Date;
}

interface PartitionRow {
  readonly table: PartitionedTable;
  readonly name: string;
  readonly bounds: string;
}

/** The smallest id of a run that starts at this time: a UUID v7 starts with the milliseconds. */
export function idAt(time: Date): string {
  const hex = time.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

const BOUNDS = /^FOR VALUES FROM \('([-\da-f]{36})'\) TO \('([-\da-f]{36})'\)$/;

/** The partitions of all partitioned tables, sorted by time. */
export async function listPartitions(tx: SqlExecutor): Promise<readonly Partition[]> {
  const rows = await queryRows<PartitionRow>(
    tx,
    `select t.relname as table, p.relname as name, pg_get_expr(p.relpartbound, p.oid) as bounds
     from pg_class t join pg_inherits i on i.inhparent = t.oid join pg_class p on p.oid = i.inhrelid
     where t.oid = any($1::regclass[])`,
    [PARTITIONED_TABLES],
  );
  return rows.map(toPartition).toSorted((a, b) => a.from.getTime() - b.from.getTime());
}

function toPartition({ table, name, bounds }: PartitionRow): Partition {
  const [, from, to] = BOUNDS.exec(bounds) ?? [];
  if (!from || !to) throw new Error(`partition ${name} has unknown bounds: ${bounds}`);
  return { table, name, from: timeOf(from), to: timeOf(to) };
}

function timeOf(id: string): Date {
  return new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16));
}

/**
 * Attempt rows and their index entries change several times, so dead rows are removed often: by default PostgreSQL
 * waits until they are a fifth of the table.
 */
const STORAGE: Partial<Record<PartitionedTable, string>> = {
  attempt: 'with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000)',
};

/** Creates an empty table that can become a partition of `table`. */
export async function createPartitionTable(
  tx: SqlExecutor,
  table: PartitionedTable,
  name: string,
): Promise<void> {
  await tx.executeSql(`create table ${name} (like ${table} including all) ${STORAGE[table] ?? ''}`);
}

/** Unlike `create table … partition of`, this does not block reads and writes of the table, including pg_dump. */
export async function attachPartition(
  tx: SqlExecutor,
  { table, name, from, to }: Partition,
): Promise<void> {
  await tx.executeSql(
    `alter table ${table} attach partition ${name} for values from ('${idAt(from)}') to ('${idAt(to)}')`,
  );
}

/**
 * The condition that a row belongs to the run `runId`, a value of another row of the statement. `first` and `last` are
 * parameters: PostgreSQL selects the partitions between them before it executes the statement. Without `any` it would
 * select again for each value. PostgreSQL 18 may crash if a statement selects partitions while it is executed and waits
 * for a row that another transaction changes: it then evaluates parts of the statement twice, and continues with freed
 * memory (`scripts/statements.test.ts` looks for such statements).
 */
export function isRun(
  column: string,
  { runId, first, last }: { readonly runId: string; readonly first: string; readonly last: string },
): string {
  return `${column} between ${first} and ${last} and ${column} = any(array_fill(${runId}, '{1}'))`;
}

/** The parameters `first` and `last` of `isRun`. */
export function rangeOfRuns(ids: readonly RunId[]): readonly (RunId | undefined)[] {
  const sorted = ids.toSorted();
  return [sorted[0], sorted.at(-1)];
}
