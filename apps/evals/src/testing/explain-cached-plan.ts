import type { SqlExecutor } from '../db/connection/sql.ts';

/**
 * The generic plan that PostgreSQL caches for a statement; `explain` of a statement with values shows another
 * one. Needs a database with a single connection.
 */
export async function explainCachedPlan<Plan>(
  tx: SqlExecutor,
  text: string,
  values: number,
): Promise<Plan | undefined> {
  await tx.executeSql(`prepare kept as ${text}`);
  const nulls = Array.from({ length: values }, () => 'null').join(', ');
  const { rows } = await tx.executeSql(`explain (format json) execute kept(${nulls})`);
  await tx.executeSql('deallocate kept');
  const [row] = rows as { 'QUERY PLAN': { Plan: Plan }[] }[];
  return row?.['QUERY PLAN'][0]?.Plan;
}
