import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  formatCompactCount,
  formatCost,
  formatCostDelta,
  formatCostRange,
  formatCount,
  formatDelta,
  formatDetectable,
  formatMany,
  formatP,
  formatRelative,
  formatScore,
  formatShare,
  formatShortDelta,
  formatShortScore,
} from './numbers.ts';

const share = fc.double({ min: 0, max: 1, noNaN: true });
const difference = fc.double({ min: -1, max: 1, noNaN: true });

describe('scores and differences', () => {
  it('a score has three digits and a missing score is a dash', () => {
    assert.deepEqual(
      [0.8394, 1, 0, null, undefined].map((score) => formatScore(score)),
      ['0.839', '1.000', '0.000', '–', '–'],
    );
    assert.equal(formatScore(0.8394, 2), '0.84');
  });

  it('a short score has three characters', () => {
    assert.deepEqual([0, 0.714, 0.996, 1, null].map(formatShortScore), [
      '.00',
      '.71',
      '1.0',
      '1.0',
      '–',
    ]);
    fc.assert(
      fc.property(share, (score) => assert.match(formatShortScore(score), /^(\.\d\d|1\.0)$/)),
    );
  });

  it('a difference has its sign, unless it rounds to zero', () => {
    assert.deepEqual(
      [0.08, -0.09, -0.0001, 0, -0, null].map((delta) => formatDelta(delta)),
      ['+0.080', '−0.090', '0.000', '0.000', '0.000', '–'],
    );
    assert.deepEqual([-0.086, 0.08, -0.001, 1, null].map(formatShortDelta), [
      '−.09',
      '+.08',
      '.00',
      '+1.0',
      '–',
    ]);
    fc.assert(
      fc.property(difference, (delta) => {
        const sign = delta < 0 ? '−' : '\\+';
        assert.match(formatDelta(delta), new RegExp(`^(0\\.000|${sign}[01]\\.\\d{3})$`));
        assert.match(formatShortDelta(delta), new RegExp(`^(\\.00|${sign}(\\.\\d\\d|1\\.0))$`));
      }),
    );
  });
});

describe('other numbers', () => {
  it('a probability is never shown as 0', () => {
    assert.deepEqual([0.0123, 0.001, 0.0004, 0, 1, null].map(formatP), [
      '0.012',
      '0.001',
      '< 0.001',
      '< 0.001',
      '1.000',
      '–',
    ]);
    fc.assert(fc.property(share, (p) => assert.ok(Number(formatP(p).replace('< ', '')) > 0)));
  });

  it('a share has one digit after the point, or none if that is 0', () => {
    assert.deepEqual([0.861, 0.9, 0.9999, 0, null].map(formatShare), [
      '86.1%',
      '90%',
      '100%',
      '0%',
      '–',
    ]);
  });

  it('counts have separators and plurals', () => {
    assert.deepEqual(
      [formatCount(100_000), formatCompactCount(9_900), formatCompactCount(42)],
      ['100,000', '9.9K', '42'],
    );
    assert.deepEqual(
      [formatMany(1, 'turn'), formatMany(100_000, 'turn'), formatMany(0, 'reply', 'replies')],
      ['1 turn', '100,000 turns', '0 replies'],
    );
  });
});

it('costs keep two significant digits', () => {
  assert.deepEqual([12.345, 0.5, 0.01, 0.000123, 0, null].map(formatCost), [
    '$12.35',
    '$0.50',
    '$0.010',
    '$0.00012',
    '$0.00',
    '–',
  ]);
  fc.assert(
    fc.property(fc.double({ min: 1e-8, max: 1000, noNaN: true }), (dollars) => {
      assert.ok(Number(formatCost(dollars).slice(1)) > 0);
    }),
  );
});

it('a range of costs is one cost if both look the same', () => {
  assert.equal(formatCostRange({ least: 0.123, most: 0.5 }), '$0.12–$0.50');
  assert.equal(formatCostRange({ least: 0.123, most: 0.124 }), '$0.12');
});

it('a detectable change has two significant digits', () => {
  assert.deepEqual([0.152, 0.0996, 0.0994].map(formatDetectable), ['±0.15', '±0.10', '±0.099']);
});

it('a change of costs has its sign', () => {
  assert.deepEqual([-0.1, 0.02, 0, null].map(formatCostDelta), ['−$0.10', '+$0.020', '$0.00', '–']);
});

it('a relative change is a signed percentage, or a dash from 0 or from a missing value', () => {
  assert.equal(formatRelative(200, 228), '+14%');
  assert.equal(formatRelative(100, 97), '−3%');
  assert.equal(formatRelative(1000, 1001), '0%');
  for (const before of [0, null, undefined]) assert.equal(formatRelative(before, 1), '–');
  assert.equal(formatRelative(1, null), '–');
});
