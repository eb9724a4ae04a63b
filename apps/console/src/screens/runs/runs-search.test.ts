import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRunsSearch } from './runs-search.ts';

test('readRunsSearch keeps an unknown state, so that the screen can report it', () => {
  assert.deepEqual(readRunsSearch({ state: 'done', tag: 'nightly' }), {
    unknown_state: 'done',
    tag: 'nightly',
  });
  assert.deepEqual(readRunsSearch({ unknown_state: 'done' }), { unknown_state: 'done' });
  assert.deepEqual(readRunsSearch({ state: 'failed', unknown_state: 'done' }), { state: 'failed' });
});
