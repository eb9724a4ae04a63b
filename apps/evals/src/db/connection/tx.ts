/** Where statements go: the pool, or one transaction of it. The queue takes it as it is. */
export interface Tx {
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

/** The rows of a statement. What they look like is said beside the statement that asks for them. */
export async function select<Row>(
  tx: Tx,
  text: string,
  values: unknown[] = [],
): Promise<readonly Row[]> {
  const { rows } = await tx.executeSql(text, values);
  return rows as Row[];
}
