import { DATASET_LIMITS, DatasetChanges, TestBatch } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Database } from '../db/connection/open-database.ts';
import { findDataset } from '../db/datasets/stored-datasets.ts';
import { exampleDatabase } from '../testing/example-database.ts';
import { changeDataset, putDataset } from './save-dataset.ts';

const LIMIT = { code: 'limit_exceeded' };

function scenario(id: string): TestBatch {
  return TestBatch.parse({ id, interactions: [{ user_message: `about ${id}` }] });
}

describe('limits of datasets', () => {
  let database: Database;
  before(async () => {
    database = await exampleDatabase(1);
  });
  after(() => database[Symbol.asyncDispose]());

  it(`a project has at most ${DATASET_LIMITS.datasets} datasets, archived ones included, and the others can still be changed`, async () => {
    await database.executeSql(
      `insert into dataset (project, name, archived_at)
       select 'full', 'd' || n, case when n % 2 = 0 then now() end from generate_series(1, ${DATASET_LIMITS.datasets - 1}) n`,
    );
    const put = (project: string, name: string): Promise<{ created: boolean }> => {
      const edit = { key: { project, name }, base: undefined, author: null };
      return putDataset(database, edit, { scenarios: [scenario('a')], message: '' });
    };
    assert.equal((await put('full', 'last')).created, true);
    await assert.rejects(put('full', 'more'), { ...LIMIT, message: /has 1000 datasets/ });
    assert.equal((await put('full', 'd1')).created, true);
    assert.equal((await put('other', 'more')).created, true);
  });

  it('a dataset has at most the allowed number of scenarios, and a refused change leaves it as it was', async () => {
    const key = { project: 'p', name: 'full' };
    const edit = { key, author: null, maxScenarios: 2 };
    const put = (ids: readonly string[], base?: number): Promise<{ created: boolean }> =>
      putDataset(database, { ...edit, base }, { scenarios: ids.map(scenario), message: '' });
    const change = (
      base_version: number,
      upsert: string,
      remove: readonly string[] = [],
    ): Promise<{ created: boolean }> => {
      const changes = DatasetChanges.parse({ base_version, upsert: [scenario(upsert)], remove });
      return changeDataset(database, { ...edit, base: base_version }, changes);
    };
    const message = /would have 3 scenarios, and at most 2 are allowed/;
    await assert.rejects(put(['a', 'b', 'c']), { ...LIMIT, message });
    assert.equal(await findDataset(database, key), undefined);
    assert.equal((await put(['a', 'b'])).created, true);
    await assert.rejects(change(1, 'c'), { ...LIMIT, message });
    await assert.rejects(put(['a', 'b', 'c'], 1), { ...LIMIT, message });
    assert.equal((await findDataset(database, key))?.latest, 1);
    assert.equal((await change(1, 'c', ['a'])).created, true);
  });
});
