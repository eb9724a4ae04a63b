import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleComparison } from '../../testing/example-comparison.ts';
import { nameComparisons, runTitles } from './comparison-labels.ts';

test('runTitles distinguishes runs by model, otherwise by start time', () => {
  const run = (model_id: string) => ({ model_id, created_at: '2026-11-14T21:40:00' });
  assert.deepEqual(runTitles([run('v1'), run('v2')]), ['v1', 'v2']);
  assert.deepEqual(runTitles([run('v1'), run('v1')]), [
    'v1 14 Nov 2026, 21:40',
    'v1 14 Nov 2026, 21:40',
  ]);
  const names = (count: number) =>
    nameComparisons(Array.from({ length: count }, () => exampleComparison())).map(
      ({ name }) => name,
    );
  assert.deepEqual(names(1), ['candidate']);
  assert.deepEqual(names(2), ['candidate 1', 'candidate 2']);
});
