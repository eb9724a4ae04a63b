/**
 * Every query that the evaluation service sends with `queryRows`, `executeSql` or `pageTurns` fits the schema, and the
 * type of its rows fits its columns: nothing else checks the type that a caller names. What no preparation shows: a null
 * from an expression or from an outer join in a subselect, the shape of a JSON value, and the values of a literal type.
 * PostgreSQL prepares other statements, such as `create table`, without a look at the schema: only their syntax is checked.
 * And no statement that locks or changes rows selects partitions while it is executed.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { freshDatabase } from '../tests/support/services/fresh-database.ts';
import { createExplainer } from './explain-locks.ts';
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

const statements = await readStatements();

test('every statement can be prepared, and its columns fit the type of its rows', async () => {
  await using database = await freshDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
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

for (const fill of ['empty', 'full'] as const)
  test(`a statement that locks or changes rows selects its partitions by its parameters, before it is executed, in ${fill} tables`, async () => {
    await using database = await freshDatabase();
    await using explainer = await createExplainer(database.url, fill);
    const faults: string[] = [];
    let locking = 0;
    for (const { where, texts } of statements)
      for (const text of texts) {
        const found = await explainer.findFaults(text);
        if (found !== undefined) locking += 1;
        faults.push(...(found ?? []).map((fault) => `${where}: it ${fault}`));
      }
    assert.ok(locking > 40, `${locking} statements lock or change rows`);
    assert.deepEqual([...new Set(faults)], []);
  });

const LATE = ['selects partitions while it is executed'];
const ALL = ['reads partitions that its parameters do not select'];
const TO_CHANGE = `select x.* from unnest($1::uuid[], $2::int[]) x (run_id, play_order)`;
const CHANGED = `update attempt a set state = 'done' from (${TO_CHANGE}) x where a.play_order = x.play_order`;

/** Statements that lock or change rows, and what is found. */
const PLANTED: readonly (readonly [text: string, faults: readonly string[]])[] = [
  [`update attempt set state = 'done' where run_id = $1 and play_order = 0`, []],
  [`delete from turn where run_id between $1 and $2`, []],
  [`update attempt set state = 'done' where run_id = any($1)`, ALL],
  [`${CHANGED} and a.run_id = any($1)`, ALL],
  [`${CHANGED} and a.run_id = x.run_id`, [...LATE, ...ALL]],
  [`${CHANGED} and a.run_id between $3 and $4 and a.run_id = x.run_id`, LATE],
  [`${CHANGED} and a.run_id between $3 and $4 and a.run_id = any(array_fill(x.run_id, '{1}'))`, []],
  [
    `select a.* from (${TO_CHANGE}) x cross join lateral (
       select from attempt where run_id = x.run_id and play_order = x.play_order for share) a`,
    [...LATE, ...ALL],
  ],
  // Evaluated again with the locked row, although it locks none itself.
  [
    `with locked as materialized (select id from run where id = $1 for no key update)
     select (select count(*) from turn t where t.run_id = l.id and t.run_id between $2 and $3) from locked l`,
    LATE,
  ],
];

test('a planted statement that selects partitions late is found', async () => {
  await using database = await freshDatabase();
  await using explainer = await createExplainer(database.url, 'full');
  for (const [text, faults] of PLANTED)
    assert.deepEqual(await explainer.findFaults(text), faults, text);
  const reading = `select t.reply from unnest($1::uuid[]) x (id) join turn t on t.run_id = x.id`;
  assert.equal(await explainer.findFaults(reading), undefined, 'it locks nothing');
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
    const optional = OUTER_JOIN.test(text) ? await listOptional(client, text) : new Set<string>();
    const fields = new Map(row.map((field) => [field.name, field]));
    const names = new Set(columns.map(({ name }) => name));
    const missing = row.filter(({ name, mayBeAbsent }) => !mayBeAbsent && !names.has(name));
    return [
      ...missing.map(({ name }) => `${where}: it has no column ${name}`),
      ...columns.flatMap((column) => {
        const isNullable =
          optional.has(column.name) || nullable.has(`${column.tableID} ${column.columnID}`);
        const fault = findMisfit(column.dataTypeID, fields.get(column.name), isNullable);
        return fault === undefined ? [] : [`${where}: the column ${column.name} ${fault}`];
      }),
    ];
  } catch (error) {
    if (text.startsWith('set ') && String(error).includes(SEVERAL)) return [];
    return [`${where}: ${String(error)}\n${text}`];
  }
}

/** What PostgreSQL reports of several settings in one text, once it has parsed them all. */
const SEVERAL = 'cannot insert multiple commands into a prepared statement';

function findMisfit(
  oid: number,
  field: Field | undefined,
  isNullable: boolean,
): string | undefined {
  if (field === undefined) return 'is not in the type';
  const [kind] = Object.entries(KINDS).find(([, oids]) => oids.includes(oid)) ?? [`type ${oid}`];
  if (!field.accepts.has(kind)) return `is ${kind}, not ${[...field.accepts].join(' or ')}`;
  return !field.mayBeNull && isNullable ? 'may be null' : undefined;
}

async function listNullable(client: pg.Client): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ id: string }>(
    `select attrelid || ' ' || attnum as id from pg_attribute where attnum > 0 and not attnotnull`,
  );
  return new Set(rows.map(({ id }) => id));
}

const OUTER_JOIN = /\b(?:left|right|full)\b/;

/** A column in a parsed statement that outer joins can make null. */
const OPTIONAL =
  /^\{TARGETENTRY :expr \{VAR [^{}]* :varnullingrels \(b [^{}]*\} :resno \d+ :resname (\S+)/;

/**
 * Names of the columns that an outer join of the statement, not of a subselect, can make null. PostgreSQL 16 and newer
 * notes it in the parsed statement, which the body of a function shows.
 */
async function listOptional(client: pg.Client, text: string): Promise<ReadonlySet<string>> {
  const ask = async (query: string): Promise<string> =>
    (await client.query<{ answer: string }>(query)).rows[0]?.answer ?? '';
  await ask(`prepare checked as ${text}`);
  const types = await ask(
    `select array_to_string(parameter_types, ', ') as answer from pg_prepared_statements`,
  );
  await ask('deallocate checked');
  await ask(`create function checked(${types}) returns setof record begin atomic ${text}; end`);
  const tree = await ask(
    `select prosqlbody::text as answer from pg_proc where proname = 'checked'`,
  );
  await ask('drop function checked');
  const names = new Set<string>();
  let depth = 0;
  for (const { 0: sign, index } of tree.matchAll(/\\.|[{}]/g)) {
    const [, name] = (depth === 1 && OPTIONAL.exec(tree.slice(index))) || [];
    if (name !== undefined) names.add(name);
    depth += Number(sign === '{') - Number(sign === '}');
  }
  return names;
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
