import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRuns, togglePicked, writeRuns } from './picked-runs.ts';

const id = (end: number): string => `01a1df06-bddd-7847-ae29-f8e70228368${end}`;

test('readRuns reads run ids from a URL, without duplicates and up to the maximum', () => {
  assert.deepEqual(readRuns(`${id(0)}.x.${id(1)}.${id(0)}`), [id(0), id(1)]);
  assert.equal(readRuns([0, 1, 2, 3, 4].map(id).join('.')).length, 4);
  assert.deepEqual([readRuns(7), readRuns('')], [[], []]);
  assert.deepEqual([writeRuns([id(0), id(1)]), writeRuns([])], [`${id(0)}.${id(1)}`, undefined]);
});

test('togglePicked picks and unpicks a run, and drops the first run above the maximum', () => {
  assert.deepEqual(togglePicked(['a'], 'b'), ['a', 'b']);
  assert.deepEqual(togglePicked(['a', 'b'], 'a'), ['b']);
  assert.deepEqual(togglePicked(['a', 'b', 'c', 'd'], 'e'), ['b', 'c', 'd', 'e']);
});
