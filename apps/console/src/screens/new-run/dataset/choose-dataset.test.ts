import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  chooseScenarios,
  fillDataset,
  fillDraftPart,
  NO_DATASET,
  readReference,
  toDraftPart,
} from './choose-dataset.ts';

test('without a dataset the batch is played as it is', () => {
  const batch = { test_batch: [] };
  assert.equal(chooseScenarios(NO_DATASET, batch), batch);
});

test('a dataset replaces the batch, and only a choice makes a filter', () => {
  const dataset = 'support@7';
  assert.deepEqual(chooseScenarios({ ...NO_DATASET, dataset }, { test_batch: [] }), { dataset });
  assert.deepEqual(
    chooseScenarios({ ...NO_DATASET, dataset, tags: ['cards'], sample: 5, seed: 'x' }, undefined),
    {
      dataset,
      filter: { tags: ['cards'], sample: { n: 5, seed: 'x' } },
    },
  );
  assert.deepEqual(chooseScenarios({ ...NO_DATASET, dataset, sample: 5 }, undefined), {
    dataset,
    filter: { sample: { n: 5 } },
  });
});

const REQUEST = {
  dataset: 'support@7',
  filter: { ids: ['a'], tags: ['old'] },
  weights: { reply: 1 },
};

test('the settings of the request that filled the form are kept, for every version of its dataset', () => {
  const filled = fillDataset(REQUEST);
  for (const dataset of ['support@7', 'support@8', 'support']) {
    assert.deepEqual(chooseScenarios({ ...filled, dataset, tags: ['new'] }, REQUEST), {
      dataset,
      weights: { reply: 1 },
      filter: { ids: ['a'], tags: ['new'] },
    });
  }
});

test('a link to a dataset ignores the settings and the ids of an earlier request for it', () => {
  for (const dataset of ['support@7', 'support', 'other']) {
    assert.deepEqual(chooseScenarios({ ...NO_DATASET, dataset }, REQUEST), { dataset });
  }
});

test('chosen scenarios can be cleared, and the settings stay', () => {
  assert.deepEqual(chooseScenarios({ ...fillDataset(REQUEST), ids: [], tags: [] }, REQUEST), {
    dataset: 'support@7',
    weights: { reply: 1 },
  });
});

test('a reload takes the part of the draft again that the form used', () => {
  const filled = fillDataset(REQUEST);
  for (const choice of [filled, { ...filled, ids: [] }, { ...filled, usesDraft: false, ids: [] }]) {
    const ofUrl = { ...choice, ids: [], usesDraft: false };
    assert.deepEqual(fillDraftPart(ofUrl, toDraftPart(choice), REQUEST), choice);
  }
  const other = { ...NO_DATASET, dataset: 'other' };
  assert.deepEqual(fillDraftPart(other, 'all', REQUEST).ids, []);
});

test('the dataset and the filter of a request fill the form', () => {
  const filter = { ids: ['a'], tags: ['cards'], sample: { n: 5, seed: 3 } };
  assert.deepEqual(fillDataset({ dataset: 'support', filter }), {
    dataset: 'support',
    ids: ['a'],
    tags: ['cards'],
    sample: 5,
    seed: '3',
    usesDraft: true,
  });
  assert.deepEqual(fillDataset({ test_batch: [] }), NO_DATASET);
});

test('a reference names a dataset, and its version unless it is the latest', () => {
  assert.deepEqual(readReference('support@7'), { name: 'support', version: 7 });
  for (const text of ['support', 'support@latest', 'support@x']) {
    assert.deepEqual(readReference(text), { name: 'support', version: undefined });
  }
});
