import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runLabels } from './run-labels.ts';

const at = (created_at: string) => ({ created_at });

test('runLabels uses the hour for runs of one day, and the day otherwise', () => {
  const morning = runLabels([at('2026-11-14T09:05:00'), at('2026-11-14T21:40:00')]);
  assert.deepEqual(morning, ['09:05', '21:40']);
  const week = runLabels([at('2026-11-13T09:05:00'), at('2026-11-14T21:40:00')]);
  assert.deepEqual(week, ['13 Nov', '14 Nov']);
});
