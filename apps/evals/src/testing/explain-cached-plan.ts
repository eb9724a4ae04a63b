import type { Tx } from '../db/connection/tx.ts';

/**
 * The plan that PostgreSQL keeps for a statement whatever its values are: what `explain` says of a statement
 * with values is another one. For tests, on a database with a single connection.
 */
export async function explainKept<Plan>(
  tx: Tx,
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
