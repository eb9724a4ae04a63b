import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRunSearch } from './run-search.ts';

test('readRunSearch drops values that the run screen does not know', () => {
  assert.deepEqual(readRunSearch({ tab: 'compare', part: 'metrics' }), {
    tab: 'compare',
    part: 'metrics',
  });
  assert.deepEqual(readRunSearch({ tab: 'toString', part: 'x', failed_check: 12 }), {
    failed_check: '12',
  });
});
