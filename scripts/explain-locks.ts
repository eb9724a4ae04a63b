/**
 * Reads from the plan of a statement how it selects partitions. PostgreSQL 18 may crash if a statement that locks or
 * changes rows selects partitions while it is executed: while it waits for a row that another transaction changes, it
 * evaluates parts of the statement again, and then continues with freed memory. So such statements select their
 * partitions before, from plain parameters.
 */
import pg from 'pg';
import { toStartupOptions } from '../apps/evals/src/db/connection/session-settings.ts';

/** Other statistics lead to other joins, and only a nested loop without copies selects partitions for each row. */
const JOINS = ['enable_hashjoin', 'enable_mergejoin', 'enable_material'];

/** Statements that have a plan. */
const IS_PLANNED = /^\s*(?:with|select|insert|update|delete|merge)\b/i;

/** In the plan that PostgreSQL prints: a lock of rows, or an update, a delete or a merge. An insert waits for no row. */
const LOCKS = /\{LOCKROWS|\{MODIFYTABLE .*?:operation [245] /;

/** Partitions are selected by values that are known during execution only: their numbers. */
const SELECTS_LATE = /:execparamids \(b \d/;

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly Plan[];
}

export interface Explainer extends AsyncDisposable {
  /** What is wrong with the plans of a statement; `undefined` if it locks no rows or has no plan. */
  findFaults(text: string): Promise<readonly string[] | undefined>;
}

/** Opens a connection with the settings of the service, and adds partitions, empty or full, to the partitioned tables. */
export async function createExplainer(url: string, fill: 'empty' | 'full'): Promise<Explainer> {
  const printing = {
    debug_print_plan: 'on',
    debug_pretty_print: 'off',
    client_min_messages: 'log',
  };
  const options = toStartupOptions(printing);
  const client = new pg.Client({ connectionString: url, options });
  let printed = '';
  client.on('notice', ({ detail }) => (printed += (detail ?? '').replaceAll('\n', ' ')));
  await client.connect();
  try {
    await addPartitions(client);
    if (fill === 'full') await fillPartitions(client);
  } catch (error) {
    await client.end();
    throw error;
  }
  const { rows } = await client.query<{ relname: string }>(
    `select relname from pg_class where relispartition and relnamespace = 'public'::regnamespace`,
  );
  const partitions = new Set(rows.map(({ relname }) => relname));

  /** Plans a statement as the service does: once, for all values. Its parameters are null, which selects nothing. */
  async function explain(text: string): Promise<Plan> {
    await client.query(`prepare explained as ${text}`);
    const { rows: known } = await client.query<{ count: number }>(
      `select cardinality(parameter_types) as count from pg_prepared_statements where name = 'explained'`,
    );
    const nulls = Array.from({ length: known[0]?.count ?? 0 }, () => 'null').join(', ');
    printed = '';
    const explained = await client.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
      `explain (format json) execute explained${nulls && `(${nulls})`}`,
    );
    await client.query('deallocate explained');
    const plan = explained.rows[0]?.['QUERY PLAN'][0]?.Plan;
    if (plan === undefined || printed === '') throw new Error(`there is no plan of ${text}`);
    return plan;
  }

  return {
    async findFaults(text) {
      if (!IS_PLANNED.test(text)) return undefined;
      const faults = new Set<string>();
      let isLocking = false;
      for (const value of ['on', 'off']) {
        await client.query(JOINS.map((join) => `set ${join} = ${value}`).join('; '));
        const plan = await explain(text);
        isLocking ||= LOCKS.test(printed);
        if (SELECTS_LATE.test(printed)) faults.add('selects partitions while it is executed');
        const opened = listRelations(plan).filter((name) => partitions.has(name));
        if (opened.length > 0) faults.add('reads partitions that its parameters do not select');
      }
      return isLocking ? [...faults] : undefined;
    },
    [Symbol.asyncDispose]: () => client.end(),
  };
}

const YEARS = [2001, 2002, 2003];

/** With a single partition, PostgreSQL plans as if the table had none. */
async function addPartitions(client: pg.Client): Promise<void> {
  for (const { name, day } of await listPartitioned(client))
    for (const year of YEARS) {
      const at = (value: number): string => (day ? `${value}-01-01` : runIdOf(value));
      await client.query(
        `create table ${name}_${year} partition of ${name} for values from ('${at(year)}') to ('${at(year + 1)}')`,
      );
    }
}

function runIdOf(year: number): string {
  return `0000${year}-0000-0000-0000-000000000000`;
}

interface Partitioned {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  /** True if its partitions are days, not runs. */
  readonly day: boolean;
}

async function listPartitioned(client: pg.Client): Promise<readonly Partitioned[]> {
  const { rows } = await client.query<Partitioned>(
    `select relname as name, pg_get_partkeydef(t.oid) like '%(day)' as day,
       json_agg(json_build_object('name', attname, 'type', format_type(atttypid, null))) as columns
     from pg_class t join pg_attribute on attrelid = t.oid
     where relkind = 'p' and relnamespace = 'public'::regnamespace and attnum > 0 and attnotnull and not atthasdef
     group by t.oid order by relname`,
  );
  return rows;
}

const ROWS = 20_000;

/** Fills a partition of each table, so that a plan that reads a whole partition is an expensive one. */
async function fillPartitions(client: pg.Client): Promise<void> {
  const values: Readonly<Record<string, string>> = {
    uuid: `('${runIdOf(YEARS[0] ?? 0).slice(0, -12)}' || lpad(n::text, 12, '0'))::uuid`,
    date: `'${YEARS[0]}-01-01'::date`,
    text: `n::text`,
    json: `'{}'::json`,
    boolean: 'true',
  };
  const { rows } = await client.query<{ relation: string; name: string }>(
    `select conrelid::regclass as relation, conname as name from pg_constraint
     where contype = 'c' and coninhcount = 0 and connamespace = 'public'::regnamespace`,
  );
  for (const { relation, name } of rows)
    await client.query(`alter table ${relation} drop constraint ${name}`);
  for (const { name, columns } of await listPartitioned(client))
    await client.query(
      `insert into ${name} (${columns.map((column) => column.name).join(', ')})
       select ${columns.map(({ type }) => values[type] ?? 'n').join(', ')} from generate_series(1, ${ROWS}) n`,
    );
  await client.query('vacuum analyze');
}

function listRelations(plan: Plan): readonly string[] {
  const own = plan['Node Type'].endsWith('Scan') ? plan['Relation Name'] : undefined;
  return [...(own === undefined ? [] : [own]), ...(plan.Plans ?? []).flatMap(listRelations)];
}
