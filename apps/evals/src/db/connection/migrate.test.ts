import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { emptyDatabase } from '../../testing/example-database.ts';
import { makePartitions } from '../partitions/make-partitions.ts';
import { idAt, PARTITIONED_TABLES } from '../partitions/partition.ts';
import { migrate } from './migrate.ts';
import type { Database } from './open-database.ts';
import { queryRows } from './sql.ts';

const FOLDER = new URL('../../../migrations/', import.meta.url);
const RUN_ID = '01a1dcd3-b938-70ec-9762-1d939ad9c69d';

/** Tables with data of runs, by their names after 0007. */
const RUN_TABLES = [
  'run',
  'run_progress',
  'run_event',
  'run_summary',
  'run_overview',
  'run_scenario',
  'attempt',
  'turn',
  'turn_superseded',
  'judgement',
  'idempotency_key',
];

/** A row in each table as of 0006, and a job in a queue table with the columns that matter here. */
const ROWS = `
insert into run (id, project, name, endpoint, model_id, attempts, tags, plan, state, created_at)
values ('${RUN_ID}', 'default', 'test', 'http://127.0.0.1', 'm', 1, '{}', '{}', 'completed', now());
insert into run_progress values ('${RUN_ID}', 1, 1, 0, 1, 1, 1, 0, 1);
insert into run_event (run_id, seq, kind, data) values ('${RUN_ID}', 1, 'marking', '{}');
insert into run_summary (run_id, scores, summary) values ('${RUN_ID}', '{}', '{}');
insert into run_digest values ('${RUN_ID}', '{}');
insert into run_scenario values ('${RUN_ID}', 0, 's', 's', 'x', '{1}', false);
insert into attempt (run_id, scenario_no, attempt_no, position, state) values ('${RUN_ID}', 0, 0, 0, 'done');
insert into turn (run_id, scenario_no, attempt_no, turn_no, try, reply, outcome, generated_metadata, scores,
  score_details, latency_ms, flags, protocol, assertions)
values ('${RUN_ID}', 0, 0, 0, 0, 'hello', 'answered', '{}', '{}', '{}', 1, '[]', 'plain', '[]');
insert into turn_superseded select * from turn;
insert into judgement (run_id, scenario_no, attempt_no, turn_no, revision, kind, model, sample_no, outcome, result,
  latency_ms)
values ('${RUN_ID}', 0, 0, 0, 1, 'judge', 'j', 0, 'judged', '{}', 1);
insert into idempotency_key (project, key, digest, run_id) values ('default', 'k', '', '${RUN_ID}');
insert into embedding (model, digest, vector) values ('e', 'd', 'v');
create schema fairtrial_queue;
create table fairtrial_queue.job (id uuid not null default gen_random_uuid(), name text not null);
insert into fairtrial_queue.job (name) values ('runs');`;

async function applyBefore(database: Database, last: string): Promise<void> {
  await database.executeSql('create table migration (name text primary key)');
  const names = await readdir(FOLDER);
  for (const name of names.toSorted().filter((file) => file < last)) {
    await database.executeSql(await readFile(new URL(name, FOLDER), 'utf8'));
    await database.executeSql('insert into migration (name) values ($1)', [name]);
  }
}

describe('migrate', () => {
  let database: Database;

  before(async () => {
    database = await emptyDatabase(1);
  });
  after(() => database[Symbol.asyncDispose]());

  async function countIn(table: string): Promise<number | undefined> {
    const [row] = await queryRows<{ rows: number }>(
      database,
      `select count(*)::int as rows from ${table}`,
    );
    return row?.rows;
  }

  async function columnsOf(table: string): Promise<readonly string[]> {
    const rows = await queryRows<{ name: string }>(
      database,
      'select column_name as name from information_schema.columns where table_name = $1 order by ordinal_position',
      [table],
    );
    return rows.map(({ name }) => name);
  }

  it('migration 0007 deletes stored runs and their jobs, and renames columns and tables', async () => {
    await applyBefore(database, '0007');
    await database.executeSql(ROWS);
    for (const table of RUN_TABLES) {
      assert.equal(await countIn(table.replace('overview', 'digest')), 1, table);
    }
    assert.equal(await countIn('fairtrial_queue.job'), 1);

    await migrate(database);

    for (const table of [...RUN_TABLES, 'fairtrial_queue.job']) {
      assert.equal(await countIn(table), 0, table);
    }
    const renamed = {
      run: ['grading_epoch', 'stop_grading'],
      attempt: ['play_order'],
      turn: ['checks'],
      turn_superseded: ['checks'],
      run_overview: ['overview'],
    };
    for (const [table, columns] of Object.entries(renamed)) {
      const names = await columnsOf(table);
      for (const column of columns) assert.ok(names.includes(column), `${table}.${column}`);
    }
    for (const [table, column] of [
      ['run', 'marking_epoch'],
      ['run', 'stop_marking'],
      ['attempt', 'position'],
      ['turn', 'assertions'],
      ['turn_superseded', 'assertions'],
    ] as const) {
      assert.ok(!(await columnsOf(table)).includes(column), `${table}.${column}`);
    }
    assert.deepEqual(await columnsOf('run_digest'), []);
  });

  it('the tables of turns and of replaced turns have the same columns in the same order, because a retry copies whole rows', async () => {
    assert.deepEqual(await columnsOf('turn_superseded'), await columnsOf('turn'));
  });

  it('migrate applies each migration once', async () => {
    const applied = await countIn('migration');
    await migrate(database);
    assert.equal(await countIn('migration'), applied);
  });
});

it('migration 0012 marks graded runs and leaves plans unchanged, even plans that no statement can read inside', async () => {
  await using database = await emptyDatabase(1);
  await applyBefore(database, '0012');
  const plans = [String.raw`{"testName":"a\u0000b","grading":{"judge":{}}}`, '{"testName":"a"}'];
  for (const plan of plans) {
    await database.executeSql(
      `insert into run (id, project, name, endpoint, model_id, attempts, tags, plan, state, created_at)
       values (gen_random_uuid(), 'p', 'n', 'e', 'm', 1, '{}', $1, 'completed', now())`,
      [plan],
    );
  }
  await migrate(database);
  const rows = await queryRows(
    database,
    'select plan::text, pg_typeof(plan)::text as type, is_graded from run order by is_graded desc',
  );
  assert.deepEqual(rows, [
    { plan: plans[0], type: 'json', is_graded: true },
    { plan: plans[1], type: 'json', is_graded: false },
  ]);
});

/** Rows as of 0014 of a run with this id. */
function rowsOf(id: string): string {
  return `
    insert into run_event (run_id, seq, kind, data) values ('${id}', 1, 'run-started', '{}');
    insert into attempt (run_id, scenario_no, attempt_no, play_order, state) values ('${id}', 0, 0, 0, 'done');
    insert into turn (run_id, scenario_no, attempt_no, turn_no, try, reply, outcome, generated_metadata, scores,
      score_details, latency_ms, flags, protocol)
    values ('${id}', 0, 0, 0, 0, 'hello', 'answered', '{}', '{}', '{}', 1, '[]', 'plain');
    insert into judgement (run_id, scenario_no, attempt_no, turn_no, revision, kind, model, sample_no, outcome, result,
      latency_ms)
    values ('${id}', 0, 0, 0, 1, 'judge', 'j', 0, 'judged', '{}', 1);`;
}

it('migration 0015 keeps every row, even of runs whose clock was months off, and their partitions can be created afterwards', async () => {
  await using database = await emptyDatabase(1);
  await applyBefore(database, '0015');
  const days = [-400, -40, 0, 45, 100];
  const ids = days.map((day) =>
    idAt(new Date(Date.now() + day * 24 * 3600 * 1000)).replace('-0000-0000-', '-7000-8000-'),
  );
  for (const id of ids) await database.executeSql(rowsOf(id));
  await migrate(database);
  await makePartitions(database, 'month');
  // Messages of simulated users came later.
  for (const table of PARTITIONED_TABLES.filter((name) => name !== 'user_message')) {
    const rows = await queryRows<{ id: string }>(
      database,
      `select run_id as id from ${table} order by run_id`,
    );
    assert.deepEqual(
      rows.map(({ id }) => id),
      ids,
      table,
    );
  }
  // Runs of today can still write.
  await database.executeSql(rowsOf(idAt(new Date())));
});

it('migration 0015 lets judges grade earlier runs when no judgement was stored before', async () => {
  await using database = await emptyDatabase(1);
  await applyBefore(database, '0015');
  const day = 24 * 3600 * 1000;
  const id = idAt(new Date(Date.now() - 100 * day)).replace('-0000-0000-', '-7000-8000-');
  await database.executeSql(
    `insert into run (id, project, name, endpoint, model_id, attempts, tags, plan, state, created_at)
     values ($1, 'p', 'n', 'e', 'm', 1, '{}', '{}', 'completed', now())`,
    [id],
  );
  await migrate(database);
  await makePartitions(database, 'day');
  await database.executeSql(rowsOf(id).replace(/insert into turn[^;]*;/, ''));
});
