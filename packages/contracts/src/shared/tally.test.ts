import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Tally } from './tally.ts';

it('a tally counts by key and removes keys whose count returns to 0', () => {
  const tally = new Tally();
  tally.add('a', 2);
  tally.add('b', 1);
  tally.add('a', -1);
  assert.deepEqual([tally.get('a'), tally.get('b'), tally.get('c')], [1, 1, 0]);
  tally.add('a', -1);
  assert.deepEqual(tally.keys, ['b']);
});
