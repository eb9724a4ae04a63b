import { Comparison } from '@fairtrial/contracts';
import type { Database } from '@fairtrial/postgres';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { evaluate } from '../support/calls/evaluate.ts';
import {
  ask,
  createBatch,
  startRun,
  untilOver,
  walkRows,
  walkRuns,
} from '../support/calls/run-api.ts';
import { freshDatabase } from '../support/services/fresh-database.ts';
import { startService, type Service } from '../support/services/start-service.ts';
import { until } from '../support/services/until.ts';

const DAY_MS = 24 * 3600 * 1000;
const PARTITIONED = ['turn', 'attempt', 'run_event', 'judgement'];
const COPIED = [...PARTITIONED, 'run_progress', 'run_summary', 'run_overview', 'run_scenario'];
/** In each of the three months before this one. */
const RUNS = 60;
const BATCH = { attempts: 10, test_batch: createBatch(2, 4) };
const TURNS = 80;

/** Returns the first moment of the month `months` ago. */
function monthBefore(months: number): Date {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months));
}

/** Returns the id of a run created at this time. */
function idAt(time: number, variant = '0000-0000'): string {
  const hex = time.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-${variant}-000000000000`;
}

describe('retention', () => {
  const stack = new AsyncDisposableStack();
  let database: Database;
  let client: pg.Client;
  let evals: Service;
  let endpoint: string;
  let days: number;

  before(async () => {
    database = stack.use(await freshDatabase());
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    // PostgreSQL itself cancels statements of the services and of this test that wait longer for a lock. Others wait
    // milliseconds.
    const { rows } = await client.query<{ name: string }>('select current_database() as name');
    await client.query(`alter database "${rows[0]?.name}" set lock_timeout = '10s'`);
    const simulator = stack.use(await startService('simulator'));
    endpoint = `${simulator.url}/v1`;
    evals = stack.use(await startService('evals', { DATABASE_URL: database.url }));
    // The oldest of three months exceeds the retention, the next one does not.
    days = Math.floor((Date.now() - monthBefore(2).getTime()) / DAY_MS);
  });
  after(async () => {
    await client.end();
    await stack.disposeAsync();
  });

  const request = (changes: object = {}): object => ({
    endpoint,
    model_id: 'sim/v1',
    test_name: 'kept',
    ...BATCH,
    ...changes,
  });

  const startWorker = (): Promise<Service> =>
    startService('evals', {
      DATABASE_URL: database.url,
      EVALS_ROLE: 'worker',
      RETENTION_DAYS: String(days),
    });

  async function makePartitions(months: number): Promise<void> {
    const [from, to] = [monthBefore(months), monthBefore(months - 1)].map((time) =>
      idAt(time.getTime()),
    );
    for (const table of PARTITIONED) {
      const name = `${table}_before_${months}`;
      await client.query(`create table ${name} (like ${table} including all)`);
      await client.query(
        `alter table ${table} attach partition ${name} for values from ('${from}') to ('${to}')`,
      );
    }
  }

  /** Copies a run as if it had been created in that month, a minute apart. */
  async function copyRun(runId: string, months: number): Promise<readonly string[]> {
    const ids = Array.from({ length: RUNS }, (_, no) =>
      idAt(monthBefore(months).getTime() + no * 60_000, '7000-8000'),
    );
    for (const [table, column] of [['run', 'id'], ...COPIED.map((name) => [name, 'run_id'])]) {
      const { rows } = await client.query<{ names: string }>(
        `select string_agg(quote_ident(attname), ', ') as names from pg_attribute
         where attrelid = $1::regclass and attnum > 0 and not attisdropped and attname <> $2`,
        [table, column],
      );
      const names = rows[0]?.names;
      await client.query(
        `insert into ${table} (${column}, ${names})
         select new_id, ${names} from ${table}, unnest($2::uuid[]) as new_id where ${column} = $1`,
        [runId, ids],
      );
    }
    return ids;
  }

  /** Locks all tables until the end of the transaction, as pg_dump does. */
  async function holdAllTables(): Promise<void> {
    await client.query('begin');
    const { rows } = await client.query<{ name: string }>(
      `select oid::regclass::text as name from pg_class
       where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`,
    );
    const names = rows.map(({ name }) => name);
    await client.query(`lock table ${names.join(', ')} in access share mode`);
  }

  /** Returns the size of the partitions of the oldest month. */
  async function readSize(): Promise<number> {
    const { rows } = await client.query<{ size: number }>(
      `select sum(pg_total_relation_size(oid))::float8 as size from pg_class where relname ~ '^[a-z_]+_before_3$'`,
    );
    return rows[0]?.size ?? 0;
  }

  /** Reads lists and a run until it is disposed of; every request must succeed. */
  function keepReading(runId: string): AsyncDisposable & { readonly slowestMs: () => number } {
    const paths = ['/runs', `/runs/${runId}?interactions=false`, `/runs/${runId}/interactions`];
    let slowest = 0;
    const stop = new AbortController();
    const reading = (async () => {
      while (!stop.signal.aborted) {
        for (const path of paths) {
          const began = performance.now();
          const { status, body } = await ask(evals, path);
          assert.equal(status, 200, JSON.stringify(body));
          slowest = Math.max(slowest, performance.now() - began);
        }
      }
    })();
    return {
      slowestMs: () => Math.round(slowest),
      async [Symbol.asyncDispose]() {
        stop.abort();
        await reading;
      },
    };
  }

  async function listIds(): Promise<readonly string[]> {
    const runs = await walkRuns(evals, '?limit=200');
    return runs.map(({ run_id }) => run_id).toSorted();
  }

  it('drops a month during a run, reads of lists and a backup, and no statement waits for the lock of the backup', async (t) => {
    const { run_id: newest } = await evaluate(evals, request());
    const months = new Map<number, readonly string[]>();
    for (const month of [3, 2, 1]) {
      await makePartitions(month);
      months.set(month, await copyRun(newest, month));
    }
    const [pinned = '', partner = ''] = months.get(3)?.slice(20) ?? [];
    await client.query('update run set partner_id = $2 where id = $1', [pinned, partner]);
    await client.query('update run set partner_id = $2, is_against = true where id = $1', [
      partner,
      pinned,
    ]);
    assert.equal((await ask(evals, `/runs/${pinned}/pin`, 'PUT')).status, 200);
    const sizeBefore = await readSize();
    const { run_id: played } = await startRun(evals, request({ attempts: 100, concurrency: 8 }));
    const recent = [...(months.get(2) ?? []), ...(months.get(1) ?? []), newest, played];
    const expected = [pinned, partner, ...recent].toSorted();
    {
      await using reader = keepReading(pinned);
      await holdAllTables();
      {
        await using worker = await startWorker();
        await until('it has given up for now', () => worker.output().includes('are removed later'));
      }
      assert.deepEqual(await listIds(), expected);
      assert.equal(await readSize(), sizeBefore, 'the backup reads what there was');
      await client.query('commit');
      {
        await using worker = await startWorker();
        await until('it has gone on', () => worker.output().includes('were removed'));
      }
      await untilOver(evals, played);
      t.diagnostic(`the slowest read took ${reader.slowestMs()} ms`);
    }
    assert.doesNotMatch(evals.output(), /lock timeout/);
    assert.deepEqual(await listIds(), expected);
    const size = await readSize();
    t.diagnostic(`the oldest month shrank from ${sizeBefore} to ${size} bytes`);
    assert.ok(size < sizeBefore / 5);
    for (const id of [pinned, partner]) assert.equal((await walkRows(evals, id)).length, TURNS);
    const exported = await fetch(`${evals.url}/runs/${pinned}/export?format=jsonl`);
    assert.equal((await exported.text()).trim().split('\n').length, TURNS);
    const { status, body } = await ask(evals, `/compare?baseline=${pinned}&candidate=${newest}`);
    assert.equal(status, 200, JSON.stringify(body));
    assert.ok(Comparison.parse(body));
  });
});
