import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { emptyDatabase, exampleDatabase } from '../../testing/example-database.ts';
import { exampleRun } from '../../testing/example-rows.ts';
import { RunId } from '@fairtrial/contracts';
import { migrate } from '../connection/migrate.ts';
import type { Database } from '../connection/open-database.ts';
import { queryRows } from '../connection/sql.ts';
import { insertRun } from '../runs/insert-run.ts';
import { findMissing, makePartitions, withPartitions } from './make-partitions.ts';
import { idAt, listPartitions, PARTITIONED_TABLES, type Partition } from './partition.ts';

const DAY_MS = 24 * 3600 * 1000;

function isCovered(partitions: readonly Partition[], time: number): boolean {
  return partitions.some(({ from, to }) => from.getTime() <= time && time < to.getTime());
}

function doOverlap(partitions: readonly Partition[]): boolean {
  const sorted = partitions.toSorted((a, b) => a.from.getTime() - b.from.getTime());
  return sorted.some((one, at) => (sorted[at + 1]?.from.getTime() ?? Infinity) < one.to.getTime());
}

describe('partitions that are missing', () => {
  const widths = fc.constantFrom('day' as const, 'month' as const);
  const times = fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2028, 0) });

  it('missing partitions cover now and the next week, do not overlap and have unique names, for any existing partitions and width', () => {
    const steps = fc.array(fc.tuple(times, widths), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(steps, (given) => {
        let known: readonly Partition[] = [];
        for (const [time, width] of given) {
          known = [...known, ...findMissing(known, new Date(time), width)];
          for (const table of PARTITIONED_TABLES) {
            const ofTable = known.filter((partition) => partition.table === table);
            assert.ok(isCovered(ofTable, time) && isCovered(ofTable, time + 7 * DAY_MS));
            assert.ok(!doOverlap(ofTable));
          }
          assert.equal(new Set(known.map(({ name }) => name)).size, known.length);
        }
      }),
    );
  });
});

describe('makePartitions', () => {
  /** A run with this id is stored, with its attempts and its first event. */
  async function store(database: Database, time: number): Promise<RunId> {
    const id = RunId.parse(idAt(new Date(time)).replace('-0000-0000-', '-7000-8000-'));
    await insertRun(database, exampleRun({ id }), []);
    return id;
  }

  it('makePartitions can run again and concurrently, also with another width', async () => {
    await using database = await emptyDatabase(2);
    await migrate(database);
    await makePartitions(database, 'month');
    const months = await listPartitions(database);
    await Promise.all([makePartitions(database, 'day'), makePartitions(database, 'day')]);
    const partitions = await listPartitions(database);
    assert.ok(partitions.length >= months.length);
    await makePartitions(database, 'day');
    assert.deepEqual(await listPartitions(database), partitions);
    await store(database, Date.now());
  });

  it('makePartitions does not wait for a backup that reads all tables, and writers do not wait for it', async () => {
    await using database = await emptyDatabase(4);
    await migrate(database);
    await makePartitions(database, 'day');
    const made = await listPartitions(database);
    const [oldest] = made;
    for (const table of PARTITIONED_TABLES) {
      const newest = made.findLast((partition) => partition.table === table);
      await database.executeSql(`drop table ${newest?.name}`);
    }
    await database.transaction(async (backup) => {
      for (const table of PARTITIONED_TABLES) {
        await backup.executeSql(`lock table ${table} in access share mode`);
        await queryRows(backup, `select count(*) from ${table}`);
      }
      // Missing partitions are created while the backup is in progress.
      await makePartitions(database, 'day');
      assert.deepEqual(await listPartitions(database), made);
      await store(database, oldest?.from.getTime() ?? assert.fail());
    });
  });

  it('a run that finds its partition missing, as after a long suspend, creates it', async () => {
    await using database = await emptyDatabase(2);
    await migrate(database);
    const make = (): Promise<void> => makePartitions(database, 'day');
    const id = await withPartitions(make, () => store(database, Date.now()));
    const rows = await queryRows(database, 'select from attempt where run_id = $1', [id]);
    assert.ok(rows.length > 0);
    await assert.rejects(
      withPartitions(make, () => store(database, Date.UTC(2100, 0))),
      /no partition of relation/,
    );
  });
});

it('attempts are vacuumed after a fixed number of changes, regardless of the table size', async () => {
  await using database = await exampleDatabase(1);
  const rows = await queryRows<{ options: readonly string[] }>(
    database,
    `select reloptions as options from pg_class where relname like 'attempt\\_%' and relkind = 'r' and relispartition`,
  );
  assert.ok(rows.length > 0);
  for (const { options } of rows) {
    assert.ok(options.includes('autovacuum_vacuum_scale_factor=0'), String(options));
  }
});
