import { TestBatch, type ScenarioFilter } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { Database } from '../db/connection/open-database.ts';
import { selectScenarios } from '../db/datasets/select-scenarios.ts';
import { archiveDataset } from '../db/datasets/stored-datasets.ts';
import { exampleDatabase } from '../testing/example-database.ts';
import { putDataset } from './save-dataset.ts';

const TAGS: Readonly<Record<string, readonly string[]>> = {
  card: ['bank', 'urgent'],
  refund: ['shop'],
  outage: ['urgent', `it's "odd", {}`],
};
const IDS = ['outage', 'greet', 'card', 'refund'];
const MANY = Array.from({ length: 40 }, (_, at) => `é-${at}`);

describe('selecting the scenarios of a run', () => {
  let database: Database;

  before(async () => {
    database = await exampleDatabase(1);
    await put('support', IDS);
    await put('support', ['card', 'new'], 1);
    await put('many', MANY);
    await put('old', ['card']);
    await archiveDataset(database, { project: 'p', name: 'old' });
    await put('none', []);
  });
  after(() => database[Symbol.asyncDispose]());

  async function put(name: string, ids: readonly string[], base?: number): Promise<void> {
    const scenarios = ids.map((id) => {
      const interactions = [{ user_message: `about ${id}` }];
      return TestBatch.parse({ id, tags: [...(TAGS[id] ?? [])], interactions });
    });
    const edit = { key: { project: 'p', name }, base, author: null };
    await putDataset(database, edit, { scenarios, message: '' });
  }

  const choose = (
    reference: string,
    filter?: Partial<ScenarioFilter>,
    maxInteractions = 100,
  ): ReturnType<typeof selectScenarios> => {
    const all = { tags: undefined, ids: undefined, sample: undefined };
    const given = filter === undefined ? undefined : { ...all, ...filter };
    return selectScenarios(database, 'p', { reference, filter: given, maxInteractions });
  };

  async function idsOf(
    reference: string,
    filter?: Partial<ScenarioFilter>,
  ): Promise<readonly (string | undefined)[]> {
    const found = await choose(reference, filter);
    assert.ok('scenarios' in found, JSON.stringify(found));
    return found.scenarios.map(({ id }) => id);
  }

  it('without a filter all scenarios of the version are selected, in its order', async () => {
    assert.deepEqual(await idsOf('support@1'), IDS);
    assert.deepEqual(await idsOf('support@2'), ['card', 'new']);
    assert.deepEqual(await idsOf('support'), ['card', 'new']);
    assert.deepEqual(await idsOf('support@latest'), ['card', 'new']);
  });

  it('a filter by tags selects scenarios that have at least one of them', async () => {
    assert.deepEqual(await idsOf('support@1', { tags: ['urgent'] }), ['outage', 'card']);
    assert.deepEqual(await idsOf('support@1', { tags: ['shop', 'bank'] }), ['card', 'refund']);
    assert.deepEqual(await idsOf('support@1', { tags: [`it's "odd", {}`] }), ['outage']);
  });

  it('a filter by ids selects in the order of the dataset, ignores unknown ids and is combined with tags', async () => {
    const ids = ['refund', 'never', 'outage'];
    assert.deepEqual(await idsOf('support@1', { ids }), ['outage', 'refund']);
    assert.deepEqual(await idsOf('support@1', { ids, tags: ['urgent'] }), ['outage']);
  });

  it('a sample is taken of the scenarios that the tags and ids leave', async () => {
    const sample = { n: 1, seed: undefined };
    for (const tag of ['bank', 'shop']) {
      const [id] = await idsOf('support@1', { tags: [tag], sample });
      assert.ok(TAGS[id ?? '']?.includes(tag), id);
    }
  });

  it('an unknown dataset, one of another project and an unknown version are told apart', async () => {
    assert.deepEqual(await choose('suport'), { problem: 'unknown_dataset' });
    assert.deepEqual(await choose('support@3'), { problem: 'unknown_version' });
    const all = { reference: 'support', filter: undefined, maxInteractions: 9 };
    const other = await selectScenarios(database, 'q', all);
    assert.deepEqual(other, { problem: 'unknown_dataset' });
  });

  it('of an archived dataset only a version that is named can be selected', async () => {
    assert.deepEqual(await choose('old'), { problem: 'archived' });
    assert.deepEqual(await choose('old@latest'), { problem: 'archived' });
    assert.deepEqual(await idsOf('old@1'), ['card']);
  });

  it('a selection without scenarios is empty', async () => {
    assert.deepEqual(await choose('none'), { problem: 'empty' });
    assert.deepEqual(await choose('support', { tags: ['none'] }), { problem: 'empty' });
    assert.deepEqual(await choose('support', { ids: ['refund'] }), { problem: 'empty' });
  });

  it('a selection with more interactions than a run may have is counted but not read', async () => {
    assert.ok('scenarios' in (await choose('many', undefined, 40)));
    const large = await choose('many', undefined, 39);
    assert.deepEqual('problem' in large && [large.problem, large.interactions], ['too_large', 40]);
  });

  it('a sample has the scenarios with the smallest SHA-256 of seed and id, in the order of the dataset', async () => {
    const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
    for (const seed of [undefined, 7, 'ß', '']) {
      const smallest = MANY.toSorted((a, b) =>
        hash(`${seed ?? 0}${a}`) < hash(`${seed ?? 0}${b}`) ? -1 : 1,
      );
      const chosen = new Set(smallest.slice(0, 9));
      assert.deepEqual(
        await idsOf('many@1', { sample: { n: 9, seed } }),
        MANY.filter((id) => chosen.has(id)),
      );
    }
  });
});
