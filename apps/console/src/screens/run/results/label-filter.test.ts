import assert from 'node:assert/strict';
import { test } from 'node:test';
import { labelFilter } from './label-filter.ts';
import { parseFilter } from './parse-filter.ts';

test('labelFilter writes a filter that parses back to the two labels of a confusion matrix cell', () => {
  const read = (given: string | null) =>
    parseFilter(labelFilter('Intent', { expected: 'block card', given }) ?? '');
  assert.deepEqual(read('ask fee'), {
    filter: { label: 'Intent:block card', given: 'Intent:ask fee' },
    faults: [],
  });
  assert.deepEqual(read(null).filter, { label: 'Intent:block card', given: 'Intent:' });
  assert.equal(labelFilter('the intent', { expected: 'a', given: 'b' }), undefined);
  assert.equal(labelFilter('intent', { expected: 'say "hi"', given: 'b' }), undefined);
});
