import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatAgo } from './when.ts';

test('how long ago it was, in the largest unit that says something', () => {
  const now = Date.parse('2026-11-14T12:00:00Z');
  const ago = (ms: number): string => formatAgo(new Date(now - ms).toISOString(), now);
  assert.deepEqual([10_000, 5 * 60_000, 3 * 3_600_000, 4 * 86_400_000].map(ago), [
    'just now',
    '5 min ago',
    '3 h ago',
    '4 d ago',
  ]);
  assert.equal(ago(60 * 86_400_000), '15 Sept 2026');
});
