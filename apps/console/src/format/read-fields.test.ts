import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compact, readOneOf, readOrdinal, readShare, readText } from './read-fields.ts';

test('invalid URL parameters are ignored', () => {
  assert.deepEqual(
    [readText('a'), readText(''), readText({}), readText(12)],
    ['a', undefined, undefined, '12'],
  );
  assert.deepEqual([readOneOf('b', ['a', 'b']), readOneOf(1, ['a'])], ['b', undefined]);
  assert.deepEqual([readShare(0.7), readShare(2), readShare('x')], [0.7, undefined, undefined]);
  assert.deepEqual(
    [readOrdinal('3'), readOrdinal(3), readOrdinal(-1), readOrdinal('1e3'), readOrdinal(1.5)],
    [3, 3, undefined, undefined, undefined],
  );
  assert.deepEqual(compact({ a: 1, b: undefined }), { a: 1 });
});
