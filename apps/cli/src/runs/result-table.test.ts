import assert from 'node:assert/strict';
import { it } from 'node:test';
import { pickWorst } from './result-table.ts';
import { toMaxRows } from '../settings/common-options.ts';

it('a table of many scenarios shows the worst 20 and how many it omits', () => {
  const rows = Array.from({ length: 2000 }, (_, index) => 2000 - index);
  const { shown, note } = pickWorst(rows, toMaxRows({}), (row) => row);
  assert.deepEqual([shown.length, shown[0], shown.at(-1)], [20, 1, 20]);
  assert.match(note ?? '', /^The 20 worst of 2,000 scenarios; 1,980 not shown/);
  assert.equal(pickWorst(rows, toMaxRows({ all: true }), (row) => row).shown, rows);
});

it('a table of few scenarios keeps their order', () => {
  const rows = [3, 1, 2];
  assert.deepEqual(
    pickWorst(rows, toMaxRows({ worst: 3 }), (row) => row),
    {
      shown: rows,
      note: undefined,
    },
  );
});
