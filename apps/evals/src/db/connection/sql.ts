import { toStorableJson } from '@assay/contracts';

/** Executes statements: the pool, or one transaction. pg-boss accepts it as its database. */
export interface SqlExecutor {
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

/** Returns the rows of a statement, typed by the caller. */
export async function queryRows<Row>(
  tx: SqlExecutor,
  text: string,
  values: unknown[] = [],
): Promise<readonly Row[]> {
  const { rows } = await tx.executeSql(text, values);
  return rows as Row[];
}

/** PostgreSQL accepts neither NUL nor a lone surrogate anywhere in JSON. */
const UNSTORABLE = /\\u(0000|d[89a-f])/i;

/** Serializes rows for `json_to_recordset`. */
export function toRecordsetJson(rows: readonly object[]): string {
  const json = JSON.stringify(rows);
  return UNSTORABLE.test(json) ? JSON.stringify(toStorableJson(rows)) : json;
}
