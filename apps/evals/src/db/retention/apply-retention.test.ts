import assert from 'node:assert/strict';
import { AppError } from '@fairtrial/contracts';
import { after, before, beforeEach, describe, it } from 'node:test';
import { exampleDatabase } from '../../testing/example-database.ts';
import { KEPT_DAYS, OldRuns, watchStatements } from '../../testing/old-runs.ts';
import type { Database } from '../connection/open-database.ts';
import { ADVISORY_LOCKS } from '../connection/advisory-locks.ts';
import { queryRows, type Transactor } from '../connection/sql.ts';
import {
  PARTITIONED_TABLES,
  type Partition,
  type PartitionedTable,
} from '../partitions/partition.ts';
import { applyRetention, type RetentionResult, planRetention } from './apply-retention.ts';

describe('retention', () => {
  const { signal } = new AbortController();
  let database: Database;
  let runs: OldRuns;
  before(async () => {
    database = await exampleDatabase(6);
    runs = new OldRuns(database);
  });
  after(() => database[Symbol.asyncDispose]());
  beforeEach(() => runs.reset());

  const apply = (using: Transactor = database): Promise<RetentionResult> =>
    applyRetention(using, {
      days: KEPT_DAYS,
      signal,
    });

  it('retention removes old runs completely and drops their partitions', async () => {
    for (const daysAgo of [5, 3]) await runs.store({ daysAgo });
    const young = [await runs.store({ daysAgo: 2 }), await runs.store({ daysAgo: 0 })];
    const result = await apply();
    assert.deepEqual(result, {
      runs: 2,
      partitions: 3 * PARTITIONED_TABLES.length,
      lockedTables: [],
    });
    await runs.assertOnly(young);
    assert.deepEqual(await runs.listIds('idempotency_key'), young);
    assert.deepEqual(await runs.listTurnPartitions(), ['turn_2']);
    const digests = await runs.listIds('embedding', `convert_from(digest, 'UTF8')`);
    assert.deepEqual(digests, [...young, 'shared'].toSorted());
  });

  it('retention keeps pinned and active runs and their partners', async () => {
    const pinned = await runs.store({ daysAgo: 5, partnerId: runs.idOf(5, 1) });
    const partner = await runs.store({ daysAgo: 5, no: 1, partnerId: pinned });
    await runs.store({ daysAgo: 5, no: 2, partnerId: runs.idOf(5, 3) });
    await runs.store({ daysAgo: 5, no: 3, partnerId: runs.idOf(5, 2) });
    await runs.store({ daysAgo: 5, no: 4, partnerId: runs.idOf(5, 9) }); // its partner was deleted
    const active = await runs.store({ daysAgo: 4, state: 'running' });
    await runs.store({ daysAgo: 4, no: 1 });
    const acrossDays = await runs.store({ daysAgo: 3, partnerId: runs.idOf(2) });
    const young = await runs.store({ daysAgo: 2, partnerId: acrossDays });
    await runs.pin(pinned);
    const { runs: count, partitions } = await apply();
    assert.deepEqual([count, partitions], [4, PARTITIONED_TABLES.length]);
    assert.deepEqual(await runs.listIds('run', 'id'), [pinned, partner, active, acrossDays, young]);
    assert.deepEqual(await runs.listIds('turn_5'), [pinned, partner]);
    assert.equal(
      (await runs.listIds('turn_4')).length,
      2,
      'nothing is copied while a run is active',
    );
    await runs.assertWhole();
    assert.deepEqual(await runs.listIds('idempotency_key'), [young]);
    await queryRows(database, `update run set state = 'completed'`);
    await queryRows(database, 'delete from pinned_baseline');
    await apply();
    await runs.assertOnly([acrossDays, young]);
    assert.deepEqual(await runs.listTurnPartitions(), ['turn_3', 'turn_2']);
  });

  it('retention copies a partition once and again only when one of the copied runs can be removed', async () => {
    const [first, second] = [
      await runs.store({ daysAgo: 5 }),
      await runs.store({ daysAgo: 5, no: 2 }),
    ];
    await runs.store({ daysAgo: 5, no: 1 });
    await runs.pin(first);
    await runs.pin(second);
    const tableOf = () => queryRows(database, `select 'turn_5'::regclass::oid as oid`);
    const original = await tableOf();
    await apply();
    const copy = await tableOf();
    assert.notDeepEqual(copy, original);
    assert.equal((await apply()).partitions, 0);
    assert.deepEqual(await tableOf(), copy);
    await queryRows(database, 'delete from pinned_baseline where run_id = $1', [first]);
    await apply();
    await runs.assertOnly([second]);
  });

  it('retention removes many runs in batches', async () => {
    for (let no = 0; no < 25; no += 1) await runs.store({ daysAgo: 5, no });
    assert.equal((await apply()).runs, 25);
    await runs.assertOnly([]);
  });

  it('retention removes runs one by one after a statement timed out', async () => {
    for (let no = 0; no < 5; no += 1) await runs.store({ daysAgo: 5, no });
    let statements = 0;
    const slow = watchStatements(database, (text) => {
      if (!text.includes('delete from run_progress')) return;
      statements += 1;
      if (statements === 1) throw new AppError('took_too_long', 'as if it had');
    });
    assert.equal((await apply(slow)).runs, 5);
    assert.equal(statements, 4, 'five that fail, then one, two, and the rest');
    await runs.assertOnly([]);
  });

  it('retention does nothing while another process holds its lock', async () => {
    const old = await runs.store({ daysAgo: 5 });
    await database.transaction(async (other) => {
      await queryRows(other, 'select pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.retention]);
      assert.deepEqual(await apply(), { runs: 0, partitions: 0, lockedTables: [] });
    });
    await runs.assertOnly([old]);
  });

  it('retention skips tables that a backup reads, and the next pass removes the rest', async () => {
    const pinned = await runs.store({ daysAgo: 5 });
    await runs.store({ daysAgo: 5, no: 1 });
    await runs.store({ daysAgo: 4 });
    await runs.pin(pinned);
    await database.transaction(async (backup) => {
      await backup.executeSql('set local idle_in_transaction_session_timeout = 0');
      for (const table of PARTITIONED_TABLES) {
        await backup.executeSql(`lock table ${table} in access share mode`);
      }
      const { runs: count, partitions, lockedTables } = await apply();
      assert.deepEqual([count, partitions], [2, 0]);
      assert.deepEqual(lockedTables.toSorted(), PARTITIONED_TABLES.toSorted());
      await runs.assertWhole();
    });
    assert.equal((await apply()).partitions, 3 * PARTITIONED_TABLES.length);
    await runs.assertOnly([pinned]);
  });

  it('retention keeps rows that a run writes while its partition is copied', async () => {
    const pinned = await runs.store({ daysAgo: 5 });
    await runs.store({ daysAgo: 5, no: 1 });
    await runs.pin(pinned);
    const disturbed = watchStatements(database, async (text) => {
      if (!text.startsWith('insert into run_event_5_kept')) return;
      await queryRows(
        database,
        `with p as (update run_progress set seq = 4 where run_id = $1)
         insert into run_event (run_id, seq, kind, data) values ($1, 4, 'run-rescored', '{}')`,
        [pinned],
      );
    });
    await apply(disturbed);
    assert.deepEqual(await runs.countRows('run_event'), [4]);
    assert.equal((await runs.listIds('run_event_5')).length, 2, 'the copy is not used');
    await apply();
    assert.deepEqual(await runs.countRows('run_event'), [4]);
    assert.deepEqual(await runs.listIds('run_event_5'), [pinned]);
  });

  it('retention can be killed before any of its statements: every run has all its rows, and the next pass finishes', async () => {
    for (const table of PARTITIONED_TABLES) await queryRows(database, `drop table ${table}_3`);
    const pinned = await runs.store({ daysAgo: 5 });
    const young = await runs.store({ daysAgo: 1 });
    await runs.pin(pinned);
    for (let statement = 1; ; statement += 1) {
      await runs.store({ daysAgo: 5, no: 1 });
      await runs.store({ daysAgo: 4 });
      // All tables are handled alike: of statements that differ only in the name of a partition, the first is tested.
      const seen = new Set<string>();
      const dying = watchStatements(database, (text) => {
        seen.add(text.replaceAll(/[a-z_]+_\d/g, ''));
        if (seen.size >= statement) throw new Error('killed');
      });
      const isKilled = await apply(dying).then(
        () => false,
        () => true,
      );
      await runs.assertWhole();
      await apply();
      await runs.assertOnly([pinned, young]);
      const leftovers = await queryRows(
        database,
        `select from pg_class where relname like '%\\_kept'`,
      );
      assert.deepEqual(leftovers, [], `statement ${statement}`);
      if (!isKilled) break;
      for (const table of PARTITIONED_TABLES) {
        await runs.makePartition(database, table, { first: 4 });
      }
    }
  });
});

function partition(table: PartitionedTable, from: string, to: string): Partition {
  return { table, name: `${table}_${from}`, from: new Date(from), to: new Date(to) };
}

const JULY = partition('turn', '2026-07-01', '2026-08-01');
const AUGUST = partition('turn', '2026-08-01', '2026-09-01');
const SEPTEMBER = partition('turn', '2026-09-01', '2026-10-01');
const ATTEMPTS = partition('attempt', '2026-07-01', '2026-08-01');
const ALL = [JULY, AUGUST, SEPTEMBER, ATTEMPTS];

function plan(oldest: string) {
  const { cutOff, expired } = planRetention(ALL, new Date(oldest));
  return [cutOff.toISOString().slice(0, 10), expired] as const;
}

describe('planRetention', () => {
  it('the cut-off is the start of the first partition that is not completely too old', () => {
    assert.deepEqual(plan('2026-08-31T23:59:59Z'), ['2026-08-01', [JULY, ATTEMPTS]]);
    assert.deepEqual(plan('2026-09-01'), ['2026-09-01', [JULY, AUGUST, ATTEMPTS]]);
  });

  it('nothing is removed while no partition is completely too old', () => {
    assert.deepEqual(plan('2026-07-20'), ['2026-07-01', []]);
    assert.deepEqual(plan('2020-01-01'), ['2020-01-01', []]);
  });

  it('the cut-off is the oldest time itself if no partition of turns is newer', () => {
    assert.equal(plan('2026-12-24')[0], '2026-12-24');
  });
});
