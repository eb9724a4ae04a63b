import type { RunHead } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleRun } from '../testing/example-run.ts';
import { countUpdates } from './history-queries.ts';

test('countUpdates counts runs that began or ended since the page was loaded, not runs that moved up', () => {
  const run = (id: string, state: RunHead['state']) => exampleRun({ run_id: id as never, state });
  const shown = [run('5', 'running'), run('4', 'completed')];
  const newest = [run('7', 'running'), run('5', 'completed'), run('4', 'completed')];
  assert.equal(countUpdates(shown, newest), 2);
  assert.equal(countUpdates(shown, [run('5', 'running'), run('3', 'completed')]), 0);
  assert.equal(countUpdates([], [run('1', 'running')]), 1);
});
