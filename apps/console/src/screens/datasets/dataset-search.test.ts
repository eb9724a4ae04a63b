import { DatasetName } from '@fairtrial/contracts';
import fc from 'fast-check';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findNameFault, readDatasetSearch } from './dataset-search.ts';

test('the name of a new dataset has a fault exactly if the service would refuse it', () => {
  const character = fc.constantFrom('a', 'z', '0', '9', '-', 'A', '_', ' ', 'é', '.');
  const name = fc.oneof(
    fc.string({ unit: character, minLength: 1, maxLength: 6 }),
    fc.string({ unit: fc.constantFrom('a', '-'), minLength: 60, maxLength: 68 }),
  );
  fc.assert(
    fc.property(name, (typed) => {
      const isValid = DatasetName.safeParse(typed).success;
      assert.equal(findNameFault(typed) === undefined, isValid, typed);
    }),
  );
});

test('a name that is not typed yet has no fault', () => {
  assert.equal(findNameFault(''), undefined);
});

test('search parameters of a dataset that are not valid count as absent', () => {
  assert.deepEqual(readDatasetSearch({ version: 0, tab: 'x', q: '', from: -1, row: 'a' }), {});
  assert.deepEqual(readDatasetSearch({ version: '3', tab: 'compare', from: 1, to: 2, tag: 7 }), {
    version: 3,
    tab: 'compare',
    from: 1,
    to: 2,
    tag: '7',
  });
});
