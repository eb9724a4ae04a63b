import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readOverviewSearch } from './overview-search.ts';

test('a wrong URL of the overview is as if it said nothing', () => {
  assert.deepEqual(
    readOverviewSearch({ test: '', row: 'x', picked: 'a.b', pass_threshold: 2 }),
    {},
  );
  assert.deepEqual(readOverviewSearch({ test: 12, row: 3, pass_threshold: 0.8 }), {
    test: '12',
    row: 3,
    pass_threshold: 0.8,
  });
});
