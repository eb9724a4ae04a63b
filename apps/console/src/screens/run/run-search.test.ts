import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRunSearch } from './run-search.ts';

test('links with old tab names of the run screen open the same tabs', () => {
  assert.deepEqual(readRunSearch({ tab: 'interactions' }), { tab: 'results' });
  assert.deepEqual(readRunSearch({ tab: 'configuration' }), { tab: 'setup' });
  assert.deepEqual(readRunSearch({ tab: 'compare', part: 'metrics' }), {
    tab: 'compare',
    part: 'metrics',
  });
  assert.deepEqual(readRunSearch({ tab: 'toString', part: 'x', failed_check: 12 }), {
    failed_check: '12',
  });
});
