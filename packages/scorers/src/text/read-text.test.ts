import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { readText } from './read-text.ts';

const TEXTS = 5000;

test('an unused text is freed by the next minor garbage collection', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options?: { type: 'minor' }) => void;
  const readAll = (): void => {
    for (let n = 0; n < TEXTS; n += 1) assert.equal(readText('one two').tokens.length, 2);
  };
  readAll();
  collect();
  const before = getHeapStatistics().used_heap_size;
  readAll();
  collect({ type: 'minor' });
  const perText = (getHeapStatistics().used_heap_size - before) / TEXTS;
  assert.ok(perText < 200, `${Math.round(perText)} bytes of each text are left`);
});
