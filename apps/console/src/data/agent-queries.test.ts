import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinModels } from './agent-queries.ts';

test('joinModels lists each model once, fine-tuned models first and by name', () => {
  const tuned = { 'support-de': 'AB-1', again: 'ab-1' };
  const all = [{ id: 'ab-1' }, { id: 'sim/v1' }, { id: 'sim/v1' }];
  assert.deepEqual(joinModels(tuned, all), [
    { id: 'AB-1', name: 'support-de' },
    { id: 'sim/v1', name: undefined },
  ]);
});
