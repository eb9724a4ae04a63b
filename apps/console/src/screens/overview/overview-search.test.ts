import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readOverviewSearch } from './overview-search.ts';

test('invalid URL parameters of the overview are ignored', () => {
  assert.deepEqual(readOverviewSearch({ test: '', row: 'x', picked: 'a.b' }), {});
  assert.deepEqual(readOverviewSearch({ test: 12, row: 3 }), {
    test: '12',
    row: 3,
  });
});
