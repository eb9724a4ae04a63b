import fc from 'fast-check';
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { formatAgo, formatDuration, formatEstimate, formatShortAgo, formatWhen } from './time.ts';

const NOW = Date.parse('2026-11-14T12:00:00Z');
const MINUTE_MS = 60_000;
const AGES = [-5000, 10_000, 5 * MINUTE_MS, 180 * MINUTE_MS, 4 * 1440 * MINUTE_MS];
const before = (ms: number): string => new Date(NOW - ms).toISOString();

it('an age has the largest unit that fits and becomes a date after two weeks', () => {
  assert.deepEqual(
    AGES.map((ms) => formatAgo(before(ms), NOW)),
    ['just now', 'just now', '5 min ago', '3 h ago', '4 d ago'],
  );
  assert.equal(formatAgo(before(60 * 1440 * MINUTE_MS), NOW), '15 Sept 2026');
});

it('a short age has a number and a letter', () => {
  assert.deepEqual(
    AGES.map((ms) => formatShortAgo(before(ms), NOW)),
    ['0s', '10s', '5m', '3h', '4d'],
  );
});

it('a time is in the time zone of the reader', () => {
  assert.equal(formatWhen('2026-11-14T21:40:00'), '14 Nov 2026, 21:40');
});

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
