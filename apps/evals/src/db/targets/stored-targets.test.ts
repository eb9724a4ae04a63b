import { Target, TARGET_LIMITS } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { exampleDatabase } from '../../testing/example-database.ts';
import type { Database } from '../connection/open-database.ts';
import { queryRows, type SqlExecutor } from '../connection/sql.ts';
import {
  deleteTarget,
  findTarget,
  listTargets,
  saveTarget,
  type TargetRow,
} from './stored-targets.ts';

const TARGET = Target.parse({ body: { question: '{{user_message}}' } });

describe('stored targets', () => {
  let database: Database;
  before(async () => {
    database = await exampleDatabase(4);
  });
  after(() => database[Symbol.asyncDispose]());

  const save = (project: string, name: string, target = TARGET): Promise<TargetRow | undefined> =>
    database.transaction((tx) => saveTarget(tx, { project, name }, target));

  /** Resolves once a transaction waits for an advisory lock in this database. */
  async function untilOneWaits(tx: SqlExecutor): Promise<void> {
    for (;;) {
      const waiting = await queryRows(
        tx,
        `select from pg_locks l join pg_database d on d.oid = l.database
         where d.datname = current_database() and l.locktype = 'advisory' and not l.granted`,
      );
      if (waiting.length > 0) return;
    }
  }

  it('targets belong to their project and are listed by name', async () => {
    for (const name of ['b', 'a-b', 'a0', 'a']) await save('ours', name);
    await save('theirs', 'c');
    const names = (await listTargets(database, 'ours')).map(({ name }) => name);
    assert.deepEqual(names, ['a', 'a-b', 'a0', 'b']);
    assert.equal(await findTarget(database, { project: 'theirs', name: 'a' }), undefined);
    assert.equal(await deleteTarget(database, { project: 'theirs', name: 'a' }), false);
    assert.equal(await deleteTarget(database, { project: 'ours', name: 'a' }), true);
    assert.equal(await findTarget(database, { project: 'ours', name: 'a' }), undefined);
  });

  it('a target with the same name replaces the earlier one, with text that PostgreSQL accepts', async () => {
    await save('ours', 'same');
    await database.executeSql(`update target set updated_at = '2020-01-01' where name = 'same'`);
    await save('ours', 'same', Target.parse({ body: { text: '{{user_message}} \u0000' } }));
    const target = await findTarget(database, { project: 'ours', name: 'same' });
    assert.deepEqual(target, { body: { text: '{{user_message}} \ufffd' } });
    const row = (await listTargets(database, 'ours')).find(({ name }) => name === 'same');
    assert.ok(row && row.updatedAt > new Date('2020-01-02'));
  });

  it('a project has at most 100 targets, even if several are stored at the same time', async () => {
    for (let no = 0; no < TARGET_LIMITS.targets - 1; no += 1) await save('full', `t${no}`);
    let second: Promise<TargetRow | undefined> | undefined;
    const first = await database.transaction(async (tx) => {
      const row = await saveTarget(tx, { project: 'full', name: 'first' }, TARGET);
      second = save('full', 'second');
      await Promise.race([second, untilOneWaits(tx)]);
      return row;
    });
    assert.ok(first);
    assert.equal(await second, undefined, 'stored while the first one was not committed');
    assert.equal((await listTargets(database, 'full')).length, TARGET_LIMITS.targets);
    assert.ok(await save('full', 't0'), 'replacing one is allowed');
    assert.ok(await save('other', 't0'), 'another project has its own maximum');
  });
});
