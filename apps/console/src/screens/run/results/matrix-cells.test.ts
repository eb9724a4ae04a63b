import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toMatrix } from './matrix-cells.ts';

test('toMatrix lists confused labels first, adds a column for missing labels, and fills empty cells with zero', () => {
  const { columns, rows, hidden } = toMatrix([
    { expected: 'thank', given: 'thank', count: 9 },
    { expected: 'ask', given: 'block', count: 3 },
    { expected: 'block', given: null, count: 1 },
  ]);
  assert.deepEqual(columns, ['block', 'thank', null]);
  assert.deepEqual(
    rows.map(({ expected, cells }) => [expected, cells.map(({ count }) => count)]),
    [
      ['ask', [3, 0, 0]],
      ['block', [0, 0, 1]],
      ['thank', [0, 9, 0]],
    ],
  );
  assert.equal(hidden, 0);
});

test('toMatrix counts the labels that do not fit as hidden', () => {
  const confusion = Array.from({ length: 30 }, (_, at) => ({
    expected: `label ${at}`,
    given: `label ${at}`,
    count: 1,
  }));
  const { rows, hidden } = toMatrix(confusion);
  assert.equal(rows.length + hidden, 30);
});
