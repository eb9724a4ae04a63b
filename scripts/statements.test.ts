/**
 * Every query that the evaluation service sends with `queryRows`, `executeSql` or `pageTurns` fits the schema, and the
 * type of its rows fits its columns: nothing else checks the type that a caller names. What no preparation shows: a null
 * from an outer join or an expression, the shape of a JSON value, and the values of a literal type.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { freshDatabase } from '../tests/support/services/fresh-database.ts';
import { readStatements, type Field, type Statement } from './read-statements.ts';

/** What pg makes of values of the types of PostgreSQL. */
const KINDS: Readonly<Record<string, readonly number[]>> = {
  boolean: [16],
  number: [21, 23, 26, 700, 701],
  // Among them bigint and numeric, which a number would round.
  string: [19, 20, 25, 1042, 1043, 1700, 2205, 2278, 2950],
  Buffer: [17],
  Date: [1082, 1114, 1184],
  json: [114, 3802],
  'boolean[]': [1000],
  'number[]': [1005, 1007, 1021, 1022],
  'string[]': [1009, 1015, 1016, 2951],
};

test('every statement can be prepared, and its columns fit the type of its rows', async () => {
  await using database = await freshDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    const statements = await readStatements();
    assert.ok(statements.length > 150, 'statements are found');
    const nullable = await listNullable(client);
    const faults: string[] = [];
    for (const statement of statements) {
      if (statement.texts.length === 0) faults.push(`${statement.where}: its text is not known`);
      for (const text of statement.texts)
        faults.push(...(await findFaults(client, { ...statement, text, nullable })));
    }
    assert.deepEqual([...new Set(faults)], []);
  } finally {
    await client.end();
  }
});

interface Checked extends Pick<Statement, 'where' | 'row'> {
  readonly text: string;
  readonly nullable: ReadonlySet<string>;
}

async function findFaults(
  client: pg.Client,
  { where, row, text, nullable }: Checked,
): Promise<readonly string[]> {
  try {
    const columns = await describe(client, text);
    if (row === undefined || row.length === 0) return [];
    const fields = new Map(row.map((field) => [field.name, field]));
    const names = new Set(columns.map(({ name }) => name));
    const missing = row.filter(({ name, mayBeAbsent }) => !mayBeAbsent && !names.has(name));
    return [
      ...missing.map(({ name }) => `${where}: it has no column ${name}`),
      ...columns.flatMap((column) => {
        const fault = findMisfit(column, fields.get(column.name), nullable);
        return fault === undefined ? [] : [`${where}: the column ${column.name} ${fault}`];
      }),
    ];
  } catch (error) {
    return [`${where}: ${String(error)}\n${text}`];
  }
}

function findMisfit(
  { dataTypeID: oid, tableID, columnID }: pg.FieldDef,
  field: Field | undefined,
  nullable: ReadonlySet<string>,
): string | undefined {
  if (field === undefined) return 'is not in the type';
  const [kind] = Object.entries(KINDS).find(([, oids]) => oids.includes(oid)) ?? [`type ${oid}`];
  if (!field.accepts.has(kind)) return `is ${kind}, not ${[...field.accepts].join(' or ')}`;
  return !field.mayBeNull && nullable.has(`${tableID} ${columnID}`) ? 'may be null' : undefined;
}

async function listNullable(client: pg.Client): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ id: string }>(
    `select attrelid || ' ' || attnum as id from pg_attribute where attnum > 0 and not attnotnull`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Prepares a statement and returns its columns, without executing it. */
function describe(client: pg.Client, text: string): Promise<readonly pg.FieldDef[]> {
  return new Promise((resolve, reject) => {
    let columns: readonly pg.FieldDef[] = [];
    const query = {
      submit(connection: pg.Connection): void {
        connection.parse({ name: '', text, types: [] }, true);
        connection.describe({ type: 'S', name: '' }, true);
        connection.sync();
      },
      handleRowDescription({ fields }: { readonly fields: readonly pg.FieldDef[] }): void {
        columns = fields;
      },
      handleReadyForQuery: () => resolve(columns),
      handleError: reject,
    };
    client.query(query as pg.Submittable);
  });
}
