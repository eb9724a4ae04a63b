import fc from 'fast-check';
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { formatDuration, formatEstimate } from './duration.ts';

it('durations never say 1000 ms or 60.0 s', () => {
  assert.deepEqual([0.4, 340, 999.6, 1234, 59_960, 125_000, null].map(formatDuration), [
    '0 ms',
    '340 ms',
    '1.0 s',
    '1.2 s',
    '1 min 0 s',
    '2 min 5 s',
    '–',
  ]);
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1e8, noNaN: true }), (ms) => {
      assert.match(formatDuration(ms), /^(\d{1,3} ms|[1-5]?\d\.\d s|[1-9]\d* min [1-5]?\d s)$/);
    }),
  );
});

it('estimates are whole seconds, then whole minutes, rounded up', () => {
  assert.deepEqual([0, 1, 38_500, 99_000, 100_000, 121_000, undefined].map(formatEstimate), [
    '0 s',
    '1 s',
    '39 s',
    '99 s',
    '2 min',
    '3 min',
    '–',
  ]);
});
