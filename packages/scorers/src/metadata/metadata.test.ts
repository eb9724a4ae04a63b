import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { matchValue } from './metadata.ts';

describe('matchValue', () => {
  it('matchValue compares by the type of the expected value', () => {
    const cases = [
      ['confirm_action', 'Confirm action', 1],
      ['confirm-action', 'CONFIRM_ACTION', 1],
      ['positive', 'negative', 0],
      ['positive', undefined, 0],
      [true, true, 1],
      [true, 'true', 0],
      [0.3, 0.1 + 0.2, 1],
      [100, 100.1, 0],
      [3, '3', 0],
      ['2026-05-06', '2026-05-06T00:00:00Z', 1],
      ['2026-05-06', '2026-05-07', 0],
      ['2026-05-06 10:00', '2026-05-06T12:00:00+02:00', 1],
      ['2024-01-15-00042', '2024-01-15-00042', 1],
      ['2024-99-99', '2024-99-99', 1],
      ['2024-99-99', '2024-98-98', 0],
      [['a', 'b'], ['b', 'a', 'a'], 1],
      [['a', 'b'], ['a', 'c'], 0.5],
      [['a'], 'a', 1],
      [[], [], 1],
      [['a', {}], ['a'], 2 / 3],
      [[1, { a: ['x', 'Y'] }], [{ a: ['y', 'X'] }, 1.0000000001], 1],
      [{ x: 1, y: { z: 'no' } }, { x: 1, y: { z: 'yes' } }, 0.5],
      [{ x: 1 }, 'text', 0],
      [null, undefined, 1],
    ] as const;
    for (const [expected, given, score] of cases) {
      assert.equal(
        matchValue(expected, given),
        score,
        `${JSON.stringify(expected)} ~ ${JSON.stringify(given)}`,
      );
    }
  });

  it('matchValue compares long lists in linear time', () => {
    const labels = Array.from({ length: 100_000 }, (_, n) => `label ${n}`);
    const started = performance.now();
    assert.equal(matchValue(labels, labels.toReversed()), 1);
    assert.ok(performance.now() - started < 5000);
  });

  it('matchValue is in [0, 1] for any two JSON values, and 1 for equal values', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        const score = matchValue(a, b);
        assert.ok(score >= 0 && score <= 1, `${score}`);
        assert.equal(matchValue(a, a), 1);
      }),
    );
  });
});
