import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCompareSearch } from './compare-search.ts';

const A = '01a1df06-bddd-7847-ae29-f8e702283680';
const B = '01a1df06-f4ba-7d49-bb27-66536089772e';

test('readCompareSearch drops duplicate and invalid run ids, accepts baseline and candidate, and ignores invalid parameters', () => {
  assert.deepEqual(readCompareSearch({ runs: `${A}.${B}.${A}.nonsense`, of: 2, tab: 'metrics' }), {
    runs: `${A}.${B}`,
    of: 2,
    tab: 'metrics',
  });
  assert.deepEqual(readCompareSearch({ baseline: A, candidate: B }), { runs: `${A}.${B}` });
  const wrong = { runs: 'x', of: -1, tab: 'y', only: 'z', q: '', row: 1.5, choose: true };
  assert.deepEqual(readCompareSearch(wrong), {});
});
