import { toStorable, toStorableJson } from '@fairtrial/contracts';

/** Executes statements: the pool, or one transaction. pg-boss accepts it as its database. */
export interface SqlExecutor {
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

/** Executes statements on the connections of a pool, alone or in a transaction. */
export interface Transactor extends SqlExecutor {
  /** Commits if `work` resolves, rolls back if it throws. */
  transaction<T>(work: (tx: SqlExecutor) => Promise<T>): Promise<T>;
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

/** PostgreSQL accepts neither NUL nor a lone surrogate in JSON that a statement reads inside. */
const UNSTORABLE = /\\u(0000|d[89a-f])/i;

/** Converts a value to a JSON parameter and removes unstorable characters. Every JSON parameter is made here. */
export function toJsonParameter(value: object): string {
  const json = JSON.stringify(value);
  return UNSTORABLE.test(json) ? JSON.stringify(toStorableJson(value)) : json;
}

/** Converts text parameters to text that the database accepts. Called for every statement. */
export function toStorableParameters(values: readonly unknown[]): unknown[] {
  return values.map(toStorableParameter);
}

function toStorableParameter(value: unknown): unknown {
  if (typeof value === 'string') return toStorable(value).text;
  return Array.isArray(value) ? (value as readonly unknown[]).map(toStorableParameter) : value;
}
