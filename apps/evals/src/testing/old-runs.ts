import { RunId } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { queryRows, type SqlExecutor, type Transactor } from '../db/connection/sql.ts';
import {
  attachPartition,
  createPartitionTable,
  idAt,
  listPartitions,
  PARTITIONED_TABLES,
  type PartitionedTable,
} from '../db/partitions/partition.ts';

export const KEPT_DAYS = 2;
/** Days before today with one partition each. The kept days share one partition. */
const OLD_DAYS = [5, 4, 3];
const DAY_MS = 24 * 3600 * 1000;
const ROWS = 3;
const OTHER_TABLES = [
  'run_progress',
  'run_summary',
  'run_overview',
  'run_scenario',
  'run_embedding',
  'turn_superseded',
  'conversation_grade',
  'run_look',
  'user_audit',
  'label_draw',
  'label',
];

/** A run with one row in each table and three in each partitioned table. */
const STORE = `
with r as (
  insert into run (id, project, name, endpoint, model_id, attempts, tags, plan, state, created_at, partner_id)
  values ($1, 'default', $2, '', '', 3, '{}', '{}', $3, now(), $4)
), a as (
  insert into run_progress (run_id, turns_total, turns_finished, turns_failed, concurrency, attempts_planned,
    attempts_next, attempts_open, seq) values ($1, 3, 3, 0, 1, 3, 3, 0, 3)
), b as (insert into run_summary (run_id, scores, metric_means, summary) values ($1, '{}', '{}', '{}')
), c as (insert into run_overview (run_id, overview) values ($1, '{}')
), d as (insert into run_scenario (run_id, scenario_no, scenario_id, name, script, content, scores)
  values ($1, 0, '', '', '', '', '{}')
), e as (insert into idempotency_key (project, key, digest, run_id) values ('default', $1::text, '', $1)
), y as (
  insert into conversation_grade (run_id, scenario_no, attempt_no, revision, scores, checks) values ($1, 0, 0, 1, '{}', '[]')
), f as (
  insert into turn_superseded (run_id, scenario_no, attempt_no, turn_no, try, reply, outcome, latency_ms, flags,
    protocol)
  values ($1, 0, 0, 0, 0, 'word', 'endpoint_failed', 1, '[]', 'openai')
), g as (
  insert into turn (run_id, scenario_no, attempt_no, turn_no, try, reply, outcome, latency_ms, flags, protocol)
  select $1, 0, n, 0, 0, 'word', 'answered', 1, '[]', 'openai' from generate_series(0, 2) n
), z as (
  insert into turn_grade (run_id, scenario_no, attempt_no, turn_no, try, revision, scores)
  select $1, 0, n, 0, 0, 1, '{}' from generate_series(0, 2) n
), h as (
  insert into attempt (run_id, scenario_no, attempt_no, play_order, state)
  select $1, 0, n, n, 'done' from generate_series(0, 2) n
), i as (
  insert into run_event (run_id, seq, kind, data) select $1, n, 'run-started', '{}' from generate_series(1, 3) n
), j as (
  insert into judgement (run_id, scenario_no, attempt_no, turn_no, revision, kind, model, sample_no, outcome, result,
    latency_ms)
  select $1, 0, n, 0, 1, 'judge', 'm', 0, 'judged', '{}', 1 from generate_series(0, 2) n
), p as (
  insert into user_message (run_id, scenario_no, attempt_no, turn_no, try, message, is_last, reason, latency_ms)
  select $1, 0, n, 0, 0, 'word', true, '', 1 from generate_series(0, 2) n
), q as (
  insert into user_audit (run_id, scenario_no, attempt_no, try, outcome, faults) values ($1, 0, 0, 0, 'clean', '{}')
), l as (
  insert into label_draw (run_id, id, project, test_name, seed, n, size, items) values ($1, $1, 'default', $2, 1, 1, 1, '[]')
), m as (
  insert into label (run_id, scenario_no, attempt_no, try, check_id, labeller, passed, draw_id, is_blind, is_revealed,
    judge_digest, revision)
  values ($1, 0, 0, 0, '', 'Ada', true, $1, true, true, '', 1)
), k as (
  insert into run_look (run_id, look_no, attempts, baseline_revision, decisions, is_last) values ($1, 0, 3, 1, '[]', true)
), o as (
  insert into run_embedding (run_id, model, digest) values ($1, 'm', 'shared'), ($1, 'm', convert_to($1::text, 'UTF8'))
)
insert into embedding (model, digest, vector) values ('m', 'shared', ''), ('m', convert_to($1::text, 'UTF8'), '')
on conflict do nothing`;

export interface OldRun {
  readonly daysAgo: number;
  /** Makes the ids of runs of one day differ. */
  readonly no?: number;
  readonly state?: 'completed' | 'running';
  readonly partnerId?: RunId;
}

/** Days before today; `first` is the earlier one. */
interface Days {
  readonly first: number;
  readonly last?: number;
}

/** Stores runs of days before today, in a separate database. */
export class OldRuns {
  readonly #database: Transactor;
  readonly #today = Math.floor(Date.now() / DAY_MS) * DAY_MS;

  constructor(database: Transactor) {
    this.#database = database;
  }

  /** Deletes all runs and creates the initial partitions, named after their table and first day. */
  async reset(): Promise<void> {
    await this.#database.transaction(async (tx) => {
      const tables = ['run', 'pinned_baseline', 'embedding', 'idempotency_key', ...OTHER_TABLES];
      const drops = (await listPartitions(tx)).map(({ name }) => `drop table ${name}`);
      await tx.executeSql([`truncate ${tables.join(', ')}`, ...drops].join(';'));
      for (const table of PARTITIONED_TABLES) {
        for (const first of OLD_DAYS) await this.makePartition(tx, table, { first });
        await this.makePartition(tx, table, { first: KEPT_DAYS, last: 0 });
      }
    });
  }

  async makePartition(
    tx: SqlExecutor,
    table: PartitionedTable,
    { first, last = first }: Days,
  ): Promise<void> {
    const name = `${table}_${first}`;
    const [from, to] = [new Date(this.#start(first)), new Date(this.#start(last - 1))];
    await createPartitionTable(tx, table, name);
    await attachPartition(tx, { table, name, from, to });
  }

  #start(daysAgo: number): number {
    return this.#today - daysAgo * DAY_MS;
  }

  idOf(daysAgo: number, no = 0): RunId {
    const id = idAt(new Date(this.#start(daysAgo) + no + 1));
    return RunId.parse(id.replace('-0000-0000-', '-7000-8000-'));
  }

  async store({ daysAgo, no = 0, state = 'completed', partnerId }: OldRun): Promise<RunId> {
    const id = this.idOf(daysAgo, no);
    await queryRows(this.#database, STORE, [id, `test ${id}`, state, partnerId]);
    return id;
  }

  async pin(id: RunId): Promise<void> {
    await queryRows(
      this.#database,
      `insert into pinned_baseline (project, test_name, run_id) values ('default', $1, $2)`,
      [id, id],
    );
  }

  async listIds(table: string, column = 'run_id'): Promise<readonly string[]> {
    const rows = await queryRows<{ id: string }>(
      this.#database,
      `select distinct ${column} as id from ${table} order by 1`,
    );
    return rows.map(({ id }) => id);
  }

  async countRows(table: PartitionedTable): Promise<readonly number[]> {
    const rows = await queryRows<{ count: number }>(
      this.#database,
      `select (select count(*)::int from ${table} t where t.run_id = r.id) as count from run r order by r.id`,
    );
    return rows.map(({ count }) => count);
  }

  async listTurnPartitions(): Promise<readonly string[]> {
    const all = await listPartitions(this.#database);
    return all.filter(({ table }) => table === 'turn').map(({ name }) => name);
  }

  /** Asserts that every table has exactly these runs, each with all its rows. */
  async assertOnly(ids: readonly RunId[]): Promise<void> {
    assert.deepEqual(await this.listIds('run', 'id'), ids);
    for (const table of await this.#listTables()) {
      assert.deepEqual(await this.listIds(table), ids, table);
    }
    await this.assertWhole();
  }

  /**
   * Every table with rows of a run, including tables added later. Idempotency keys and pins are excluded: they are
   * removed earlier.
   */
  async #listTables(): Promise<readonly string[]> {
    const rows = await queryRows<{ name: string }>(
      this.#database,
      `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'run_id'
       where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = current_schema()::regnamespace
         and c.relname not in ('idempotency_key', 'pinned_baseline')`,
    );
    return rows.map(({ name }) => name);
  }

  async assertWhole(): Promise<void> {
    for (const table of PARTITIONED_TABLES) {
      const counts = await this.countRows(table);
      assert.deepEqual(new Set(counts), new Set(counts.length > 0 ? [ROWS] : []), table);
    }
  }
}

/** A database that calls `hook` before every statement and every commit. */
export function watchStatements(
  database: Transactor,
  hook: (text: string) => Promise<void> | void,
): Transactor {
  const watch = (tx: SqlExecutor): SqlExecutor => ({
    async executeSql(text, values) {
      await hook(text);
      return tx.executeSql(text, values);
    },
  });
  return {
    ...watch(database),
    transaction: (work) =>
      database.transaction(async (tx) => {
        const result = await work(watch(tx));
        await hook('commit');
        return result;
      }),
  };
}
