import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  formatDelta,
  formatDeltaInterval,
  formatDollars,
  formatInterval,
  formatMany,
  formatMs,
  formatP,
  formatScore,
  formatShare,
} from './numbers.ts';

test('scores have three digits, and what is missing is a dash', () => {
  assert.deepEqual(
    [formatScore(0.8394), formatScore(null), formatScore(1)],
    ['0.839', '–', '1.000'],
  );
});

test('a change has its sign, unless it rounds to nothing', () => {
  assert.deepEqual(
    [formatDelta(0.08), formatDelta(-0.09), formatDelta(-0.0001), formatDelta(0)],
    ['+0.080', '−0.090', '0.000', '0.000'],
  );
  assert.equal(formatDeltaInterval([-0.008, 0.006]), '[−0.008, +0.006]');
  assert.equal(formatInterval([0.838, 0.84]), '0.838–0.840');
});

test('times are read at a glance and never say 1000 ms or 60.0 s', () => {
  assert.deepEqual([0.4, 340, 999.6, 1234, 59_960, 125_000].map(formatMs), [
    '0 ms',
    '340 ms',
    '1.0 s',
    '1.2 s',
    '1 min 0 s',
    '2 min 5 s',
  ]);
});

test('shares lose a digit that says nothing, and counts have their plural', () => {
  assert.deepEqual([formatShare(0.861), formatShare(0.9)], ['86.1%', '90%']);
  assert.deepEqual(
    [formatMany(1, 'turn'), formatMany(100_000, 'turn')],
    ['1 turn', '100,000 turns'],
  );
});

test('dollars keep two digits that say something, and what is not known is a dash', () => {
  assert.deepEqual([12.345, 0.5, 0.01, 0.000123, 0, null].map(formatDollars), [
    '$12.35',
    '$0.50',
    '$0.010',
    '$0.00012',
    '$0.00',
    '–',
  ]);
});

test('a probability is never shown as 0', () => {
  assert.deepEqual(
    [formatP(0.0123), formatP(0.0004), formatP(0), formatP(null)],
    ['0.012', '< 0.001', '< 0.001', '–'],
  );
});
