import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertTimes } from '../../../../tests/support/measure/assert-times.ts';
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
    const labels = (count: number): readonly string[] =>
      Array.from({ length: count }, (_, n) => `label ${n}`);
    const [few, many] = [labels(2000), labels(20_000)];
    const [fewReversed, manyReversed] = [few.toReversed(), many.toReversed()];
    assert.equal(matchValue(many, manyReversed), 1);
    // It takes up to 2 times as long as ten lists with a tenth of the labels, and 10 times if it is quadratic.
    assertTimes(5, 'a list of 20,000 labels', {
      work: () => matchValue(many, manyReversed),
      bare: () => Array.from({ length: 10 }, () => matchValue(few, fewReversed)),
    });
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
