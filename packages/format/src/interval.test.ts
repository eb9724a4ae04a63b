import fc from 'fast-check';
import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  formatChange,
  formatConfidence,
  formatDeltaInterval,
  formatInterval,
  formatMean,
  formatShareInterval,
  formatShortChange,
  formatShortMean,
  formatVerdictChange,
} from './interval.ts';

it('intervals are in brackets and a missing interval is a dash', () => {
  assert.equal(formatInterval([0.838, 0.84]), '[0.838, 0.840]');
  assert.equal(formatDeltaInterval([-0.008, 0.006]), '[−0.008, +0.006]');
  assert.equal(formatShareInterval([0.79, 0.914]), '[79.0%, 91.4%]');
  for (const format of [formatInterval, formatDeltaInterval, formatShareInterval]) {
    assert.deepEqual([format(null), format(undefined)], ['–', '–']);
  }
});

it('a value comes before its interval, or alone without one', () => {
  assert.deepEqual(
    [formatMean(0.71, [0.62, 0.8]), formatMean(0.71, null), formatMean(undefined)],
    ['0.710 [0.620, 0.800]', '0.710', '–'],
  );
  assert.deepEqual(
    [formatChange(-0.09, [-0.14, 0.0001]), formatChange(-0.09, null), formatChange(null)],
    ['−0.090 [−0.140, 0.000]', '−0.090', '–'],
  );
});

it('short forms have two digits', () => {
  assert.deepEqual(
    [formatShortMean(0.71, [0.62, 0.8]), formatShortMean(0.71, null), formatShortMean(undefined)],
    ['.71 [.62,.80]', '.71', '–'],
  );
  assert.deepEqual(
    [formatShortChange(-0.09, [-0.14, 0.001]), formatShortChange(0, null)],
    ['−.09 [−.14,.00]', ' .00'],
  );
});

it('both ends of an interval have the same number of digits', () => {
  const end = fc.double({ min: -1, max: 1, noNaN: true });
  const digits = (text: string): readonly number[] =>
    [...text.matchAll(/\.(\d+)/g)].map(([, after = '']) => after.length);
  fc.assert(
    fc.property(end, end, (low, high) => {
      for (const format of [formatInterval, formatDeltaInterval, formatShareInterval]) {
        const [first, second, ...rest] = digits(format([low, high]));
        assert.ok(first !== undefined && first === second && rest.length === 0);
      }
    }),
  );
});

it('a confidence has a decimal only if it needs one', () => {
  assert.deepEqual([0.95, 0.99444, 0.9].map(formatConfidence), ['95 %', '99.4 %', '90 %']);
});

it('the change of a verdict includes the confidence of its interval', () => {
  const verdict = { delta: -0.09, interval: [-0.14, -0.04] as const, confidence: 0.9944 };
  assert.equal(formatVerdictChange(verdict), '−0.090 [−0.140, −0.040], 99.4 % interval');
  assert.equal(formatVerdictChange({ ...verdict, interval: null }), '−0.090');
});
