import type { SqlExecutor } from '../db/connection/sql.ts';
import { toLiteral } from './to-literal.ts';

/**
 * Returns the generic plan that PostgreSQL caches for a statement, without the partitions that these values exclude;
 * `explain` of a statement with values shows another plan. Needs a database with a single connection.
 */
export async function explainCachedPlan<Plan>(
  tx: SqlExecutor,
  text: string,
  values: readonly unknown[],
): Promise<Plan | undefined> {
  await tx.executeSql(`prepare kept as ${text}`);
  const { rows } = await tx.executeSql(
    `explain (format json) execute kept(${values.map(toLiteral).join(', ')})`,
  );
  await tx.executeSql('deallocate kept');
  const [row] = rows as { 'QUERY PLAN': { Plan: Plan }[] }[];
  return row?.['QUERY PLAN'][0]?.Plan;
}
