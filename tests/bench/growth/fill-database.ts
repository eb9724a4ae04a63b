import type pg from 'pg';
import { LANES, type TemplateRuns } from './template-runs.ts';

/** Amount of data in addition to the template runs. */
export interface Size {
  /** Runs with all their rows. */
  readonly fullRuns: number;
  /** Runs without turns, attempts and events. */
  readonly lightRuns: number;
  /** Jobs waiting for a worker. */
  readonly queuedJobs: number;
}

/** The runs were created within this many days. */
const DAYS = 90;

/**
 * UUID v7: the milliseconds, then zeros for the first id of a time, or a hash of the copy's number instead of random
 * bits.
 */
const ID_FUNCTIONS = `
create function pg_temp.time_part(at timestamptz) returns text language sql immutable as $$
  select lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0')
$$;
create function pg_temp.first_id(at timestamptz) returns uuid language sql immutable as $$
  select rpad(pg_temp.time_part(at), 32, '0')::uuid
$$;
create function pg_temp.id_at(at timestamptz, n bigint) returns uuid language sql immutable as $$
  select (pg_temp.time_part(at) || '7' || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15))::uuid
$$`;

/** Creates a partition for each day before the oldest one in every partitioned table. */
const MAKE_PARTITIONS = `
do $$
declare
  parent regclass;
  oldest uuid;
  day timestamptz;
begin
  for parent in
    select oid::regclass from pg_class where relkind = 'p' and relnamespace = 'public'::regnamespace
  loop
    select min(substring(pg_get_expr(c.relpartbound, c.oid) from '[-0-9a-f]{36}')) into oldest
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = parent;
    day := date_trunc('day', now()) - interval '${DAYS + 1} days';
    while pg_temp.first_id(day) < oldest loop
      execute format('create table %I partition of %s for values from (%L) to (%L)', parent || to_char(day, '_YYYY_MM_DD'),
        parent, pg_temp.first_id(day), pg_temp.first_id(day + interval '1 day'));
      day := day + interval '1 day';
    end loop;
  end loop;
end
$$`;

interface Copies {
  readonly template: string;
  readonly count: number;
  /** Age of the oldest copy in days. */
  readonly days: number;
}

/** Columns that differ between copies. Names, models, tags etc. are spread evenly over time. */
const toCopiesSql = ({ template, count, days }: Copies): string => `
create temp table copy as
select pg_temp.id_at(at, n) as id, at, h % 20 as twentieth,
  case when h % 10 < 6 then 'default' when h % 10 < 9 then 'team-' || h % 7 else 'project-' || h % 97 end as project,
  case when h % 2 = 0 then (select name from run where id = '${template}') else 'test-' || h % 1999 end as name,
  'model-' || h % 11 as model_id,
  array['tag-' || h % 53] || case when n % 1000 = 7 then array['rare'] else '{}'::text[] end as tags,
  case h % 3 when 0 then null when 1 then 'main' else 'branch-' || h % 997 end as branch,
  case h % 23 when 0 then 'cancelled' when 1 then 'failed' else 'completed' end as state
from (
  select n, abs(hashint4(n)::bigint) as h,
    now() - interval '${days} days' * (1 - n::float8 / ${count}) - interval '1 minute' as at
  from generate_series(1, ${count}) n
) numbered`;

const RUN = {
  id: 'c.id',
  project: 'c.project',
  name: 'c.name',
  model_id: 'c.model_id',
  tags: 'c.tags',
  branch: 'c.branch',
  state: 'c.state',
  created_at: 'c.at',
  finished_at: `c.at + interval '2 minutes'`,
  result: `case when c.state <> 'completed' then 'inconclusive' when c.twentieth < 15 then 'pass'
    when c.twentieth < 19 then 'fail' else 'inconclusive' end`,
  plan_digest: `case when c.name = t.name then t.plan_digest else decode(md5(c.name), 'hex') end`,
} as const;

const LIGHT_TABLES = ['run_progress', 'run_summary', 'run_overview', 'run_scenario'];
const FULL_TABLES = [...LIGHT_TABLES, 'attempt', 'run_event', 'turn', 'turn_grade'];

/** Fills a database with copies of its template runs, using SQL statements only. */
export async function fillDatabase(
  client: pg.Client,
  templates: TemplateRuns,
  size: Size,
): Promise<void> {
  await client.query(`set timezone = 'UTC'`);
  await client.query(ID_FUNCTIONS);
  await client.query(MAKE_PARTITIONS);
  await makeCopies(client, { template: templates.full, count: size.fullRuns, days: DAYS });
  await copyRun(client, { template: templates.full, tables: FULL_TABLES, run: RUN });
  await labelCopies(client);
  await makeCopies(client, { template: templates.light, count: size.lightRuns, days: DAYS });
  await copyRun(client, { template: templates.light, tables: LIGHT_TABLES, run: RUN });
  await client.query(
    `insert into idempotency_key (project, key, digest, run_id) select project, id::text, '', id from copy`,
  );
  await client.query(
    `insert into pinned_baseline (project, test_name, run_id)
     select distinct on (name) project, name, id from copy
     where project = 'default' and state = 'completed' and name like 'test-%' order by name, id`,
  );
  await makeCopies(client, {
    template: templates.queued,
    count: Math.ceil(size.queuedJobs / LANES),
    days: 0.04,
  });
  await copyQueued(client, templates.queued);
  await client.query('drop table copy');
  await client.query('vacuum analyze');
}

async function makeCopies(client: pg.Client, copies: Copies): Promise<void> {
  await client.query('drop table if exists copy');
  await client.query(toCopiesSql(copies));
}

/** Gives every copy of a full run a draw and 20 labels. */
async function labelCopies(client: pg.Client): Promise<void> {
  await client.query(
    `insert into label_draw (run_id, id, project, test_name, seed, n, size, items)
     select id, id, project, name, 1, 20, 20, '[]' from copy`,
  );
  await client.query(
    `insert into label (run_id, scenario_no, attempt_no, try, check_id, labeller, passed, draw_id, is_blind, is_revealed,
       judge_passed, judge_digest, revision)
     select id, n % 10, n / 10, 0, '', 'Ada', n % 3 > 0, id, true, true, n % 4 > 0, 'digest', 1
     from copy, generate_series(0, 19) n`,
  );
}

interface RunCopy {
  readonly template: string;
  readonly tables: readonly string[];
  /** Columns of `run` whose values come from `copy`. */
  readonly run: Readonly<Record<string, string>>;
}

async function copyRun(client: pg.Client, { template, tables, run }: RunCopy): Promise<void> {
  const where = (column: string): string => `${column} = '${template}'`;
  await copyRows(client, { table: 'run', where: where('id'), changed: run });
  for (const table of tables) {
    await copyRows(client, { table, where: where('run_id'), changed: { run_id: 'c.id' } });
  }
}

/** Copies the queued run. */
async function copyQueued(client: pg.Client, template: string): Promise<void> {
  const run = { id: 'c.id', created_at: 'c.at' };
  await copyRun(client, { template, tables: ['run_progress', 'run_event'], run });
  await copyRows(client, {
    table: 'attempt',
    where: `run_id = '${template}'`,
    changed: { run_id: 'c.id', lane: `case when t.lane is not null then ${newId('t.lane')} end` },
  });
  await copyRows(client, {
    table: 'fairtrial_queue.job',
    where: `data->>'runId' = '${template}'`,
    changed: {
      id: newId('t.id'),
      data: `jsonb_build_object('kind', t.data->>'kind', 'runId', c.id)`,
      created_on: 'c.at',
    },
  });
}

/** Gives a job and its attempt the same id. */
function newId(of: string): string {
  return `md5(c.id::text || ${of})::uuid`;
}

interface RowCopy {
  readonly table: string;
  readonly where: string;
  /** SQL by column; all other columns keep the template's values. */
  readonly changed: Readonly<Record<string, string>>;
}

async function copyRows(client: pg.Client, { table, where, changed }: RowCopy): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  );
  const names = rows.map(({ name }) => name);
  await client.query(`create temp table template as select * from ${table} where ${where}`);
  // All rows of one copy before those of the next, so that rows are inserted in the order of their ids.
  await client.query(
    `insert into ${table} (${names.join(', ')})
     select ${names.map((name) => changed[name] ?? `t.${name}`).join(', ')}
     from (select * from copy order by id) c
     cross join lateral (select * from template where c.id is not null offset 0) t`,
  );
  await client.query('drop table template');
}
