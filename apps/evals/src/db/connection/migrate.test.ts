import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { env } from 'node:process';
import { after, before, describe, it } from 'node:test';
import { emptyDatabase } from '../../testing/example-database.ts';
import { migrate } from './migrate.ts';
import type { Database } from './open-database.ts';
import { queryRows } from './sql.ts';

const SCHEMA_FILE = new URL('../schema.sql', import.meta.url);

/** The tables and functions in the schema public as the catalog has them, in an order that every version gives. */
const SCHEMA = `
with columns as (
  select a.attrelid as of, a.attnum as place, concat_ws(' ', a.attname, format_type(a.atttypid, a.atttypmod),
    case when a.attcollation <> t.typcollation then 'collate ' || quote_ident(l.collname) end,
    'default ' || pg_get_expr(d.adbin, d.adrelid),
    case a.attidentity when 'a' then 'generated always as identity' end,
    case when a.attnotnull then 'not null' end) as line
  from pg_attribute a join pg_type t on t.oid = a.atttypid
  left join pg_collation l on l.oid = a.attcollation
  left join pg_attrdef d on (d.adrelid, d.adnum) = (a.attrelid, a.attnum)
  where a.attnum > 0 and not a.attisdropped
), constraints as (
  -- PostgreSQL 18 lists each 'not null' (n) too.
  select conrelid as of, 10000 + row_number() over (order by contype = 'p' desc, conname collate "C") as place,
    format('constraint %s %s', conname, pg_get_constraintdef(oid)) as line
  from pg_constraint where contype <> 'n'
), lines as (select * from columns union all select * from constraints)
select format(E'create table %s (\\n  %s\\n)%s%s;\\n', c.relname,
    (select string_agg(line, E',\\n  ' order by place) from lines where of = c.oid),
    ' partition by ' || pg_get_partkeydef(c.oid), ' with (' || array_to_string(c.reloptions, ', ') || ')')
  || coalesce((select string_agg(pg_get_indexdef(i.indexrelid) || E';\\n', '' order by i.indexrelid::regclass::text collate "C")
    from pg_index i where i.indrelid = c.oid
      and not exists (select from pg_constraint where conindid = i.indexrelid and conrelid = c.oid)), '')
  || coalesce((select string_agg(pg_get_triggerdef(oid) || E';\\n', '' order by tgname)
    from pg_trigger where tgrelid = c.oid and not tgisinternal), '') as text
from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
union all
select pg_get_functiondef(p.oid) || E';\\n' from pg_proc p where p.pronamespace = 'public'::regnamespace
  and not exists (select from pg_depend where objid = p.oid and deptype = 'e')`;

describe('migrate', () => {
  let database: Database;

  before(async () => {
    database = await emptyDatabase(4);
  });
  after(() => database[Symbol.asyncDispose]());

  it('applies each migration once, even if several processes start on an empty database', async () => {
    const count = 'select count(*)::int as applied from migration';
    await Promise.all([migrate(database), migrate(database), migrate(database)]);
    const applied = await queryRows(database, count);
    await migrate(database);
    assert.deepEqual(await queryRows(database, count), applied);
  });

  for (const [what, tables] of [
    ['another program', 'create table run (id int); insert into run values (1)'],
    ['another program with migrations', 'create table migration (version int)'],
    [
      'an older version',
      `create table migration (name text); insert into migration values ('0001-runs.sql'); create table run (id int)`,
    ],
    [
      'nothing but a record',
      `create table migration (name text); insert into migration values ('0001-tables.sql')`,
    ],
  ] as const) {
    it(`refuses a database with the tables of ${what}, and changes nothing`, async () => {
      await using other = await emptyDatabase(1);
      await other.executeSql(tables);
      const list = `select relname from pg_class where relnamespace = 'public'::regnamespace order by relname`;
      const found = await queryRows(other, list);
      await assert.rejects(
        migrate(other),
        /it has tables of another program.* name an empty database/,
      );
      assert.deepEqual(await queryRows(other, list), found);
    });
  }

  it('makes the schema in schema.sql; UPDATE_SNAPSHOTS=1 writes that file', async () => {
    const found = await queryRows<{ text: string }>(database, SCHEMA);
    const schema = [
      '-- Written by migrate.test.ts from a migrated database. To change the schema, add a migration.\n',
      ...found.map(({ text }) => text).toSorted(),
    ].join('\n');
    if (env['UPDATE_SNAPSHOTS'] === '1') await writeFile(SCHEMA_FILE, schema);
    assert.equal(schema, await readFile(SCHEMA_FILE, 'utf8'));
  });

  it('the tables of turns and of replaced turns have the same columns in the same order, because a retry copies whole rows', async () => {
    const columns = `select array_agg(column_name::text order by ordinal_position) as names
      from information_schema.columns where table_name = $1`;
    assert.deepEqual(
      await queryRows(database, columns, ['turn_superseded']),
      await queryRows(database, columns, ['turn']),
    );
  });
});
