import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { wilsonInterval } from '../math/wilson.ts';
import { agreement, type AgreementPair } from './agreement.ts';

function repeat(times: number, judge: boolean, label: boolean): AgreementPair[] {
  return Array.from({ length: times }, (_, no) => ({ cluster: no % 10, judge, label }));
}

const pair = fc.record({ cluster: fc.nat(8), judge: fc.boolean(), label: fc.boolean() });

describe('agreement', () => {
  it('κ of Cohen’s table 20, 5, 10, 15 is .40', () => {
    const described = agreement([
      ...repeat(20, true, true),
      ...repeat(5, true, false),
      ...repeat(10, false, true),
      ...repeat(15, false, false),
    ]);
    assert.equal(described?.n, 50);
    assert.equal(described.agreed, 35);
    assert.equal(described.kappa?.value.toFixed(4), '0.4000');
    assert.deepEqual(described.true_positive_rate, {
      value: 20 / 30,
      interval95: wilsonInterval(20, 30),
      n: 30,
    });
    assert.deepEqual(described.true_negative_rate, {
      value: 15 / 20,
      interval95: wilsonInterval(15, 20),
      n: 20,
    });
  });

  it('without pairs there is no agreement, and with labels of one class no κ', () => {
    assert.equal(agreement([]), undefined);
    const described = agreement([...repeat(9, true, true), ...repeat(1, false, true)]);
    assert.equal(described?.kappa, null);
    assert.equal(described.true_negative_rate, null);
    assert.equal(described.true_positive_rate?.n, 10);
    assert.equal(agreement(repeat(3, true, false))?.true_positive_rate, null);
  });

  it('a judge that passes every attempt has a κ of 0', () => {
    const described = agreement([...repeat(20, true, true), ...repeat(20, true, false)]);
    assert.deepEqual(described?.kappa, { value: 0, interval95: [0, 0] });
  });

  it('κ has no interval below five scenarios', () => {
    const pairs = [...repeat(30, true, true), ...repeat(30, false, false)];
    const among = (clusters: number): AgreementPair[] =>
      pairs.map((each, no) => ({ ...each, cluster: no % clusters }));
    assert.equal(agreement(among(4))?.kappa?.interval95, null);
    assert.deepEqual(agreement(among(5))?.kappa?.interval95, [1, 1]);
  });

  it('attempts that are alike within scenarios widen the interval of κ', () => {
    const widthOf = (clusterOf: (no: number) => number): number => {
      const pairs = Array.from({ length: 200 }, (_, no) => {
        const label = Math.floor(no / 10) % 2 === 0;
        return {
          cluster: clusterOf(no),
          judge: Math.floor(no / 10) % 5 === 0 ? !label : label,
          label,
        };
      });
      const [low, high] = agreement(pairs)?.kappa?.interval95 ?? [0, 0];
      return high - low;
    };
    assert.ok(widthOf((no) => Math.floor(no / 10)) > 2 * widthOf((no) => no));
  });

  it('the agreement is the same every time, and κ and its interval lie in [−1, 1]', () => {
    fc.assert(
      fc.property(fc.array(pair, { minLength: 1, maxLength: 60 }), (pairs) => {
        const described = agreement(pairs);
        assert.deepEqual(agreement(pairs), described);
        assert.ok(described);
        const { true_positive_rate: positive, true_negative_rate: negative } = described;
        assert.equal((positive?.n ?? 0) + (negative?.n ?? 0), pairs.length);
        const { value = 0, interval95 } = described.kappa ?? {};
        const [low, high] = interval95 ?? [-1, 1];
        assert.ok([value, low, high].every((each) => each >= -1 && each <= 1));
        assert.ok(low <= high);
      }),
      { numRuns: 30 },
    );
  });
});
