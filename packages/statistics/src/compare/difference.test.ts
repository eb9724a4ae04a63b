import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  confidenceInterval,
  generalDifference,
  pValue,
  scenarioDifference,
  suiteDifference,
  type Difference,
} from './difference.ts';
import { samplePair, type SampledPair, type ScenarioPair } from './scenario-pair.ts';

/** R's `sleep` data, divided by ten to resemble scores. */
const FIRST = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2].map((hours) => hours / 10);
const SECOND = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4].map((hours) => hours / 10);

function sampled(pairs: readonly ScenarioPair[]): readonly SampledPair[] {
  return pairs.flatMap((pair) => samplePair(pair) ?? []);
}

function onSuite(...pairs: readonly ScenarioPair[]): Difference {
  return suiteDifference(sampled(pairs));
}

function onScenario(pair: ScenarioPair): Difference {
  const [only] = sampled([pair]);
  assert.ok(only);
  return scenarioDifference(only);
}

function shown(difference: Difference): readonly string[] {
  const ends = confidenceInterval(difference, 0.05) ?? [];
  return [pValue(difference).toPrecision(4), ...ends.map((end) => end.toFixed(6))];
}

function constant(score: number, attempts: number): readonly number[] {
  return Array.from({ length: attempts }, () => score);
}

describe('scenarioDifference', () => {
  it('scenarioDifference equals Welch’s t for sides of equal size: R, t.test(extra ~ group, data = sleep)', () => {
    const difference = onScenario({ baseline: SECOND, candidate: FIRST });
    assert.deepEqual(shown(difference), ['0.07939', '-0.336548', '0.020548']);
  });

  it('a constant side borrows the pooled variance of the other side', () => {
    // s² of ten, 0 of five: pooled 9 · s² / 13, se² = that · (1/10 + 1/5), df of five and five: t(8) = 2.306004
    const baseline = [0.5, 0.5, 0.5, 0.5, 0.3, 0.3, 0.5, 0.3, 0.3, 0.5];
    const half = 2.306004 * Math.sqrt(((9 * 0.04 * (8 / 30)) / 13) * 0.3);
    const difference = onScenario({ baseline, candidate: constant(0.5, 5) });
    const [low = 0, high = 0] = confidenceInterval(difference, 0.05) ?? [];
    assert.equal(((high - low) / 2).toFixed(6), half.toFixed(6));
  });

  it('the p-value of constant sides bounds their probability at every rate of two scores', () => {
    for (const [m, n] of [
      [3, 3],
      [2, 5],
      [5, 5],
    ] as const) {
      let worst = 0;
      for (let rate = 0; rate <= 1; rate += 0.001) {
        worst = Math.max(worst, rate ** m * (1 - rate) ** n + rate ** n * (1 - rate) ** m);
      }
      const difference = onScenario({ baseline: constant(1, m), candidate: constant(0, n) });
      assert.ok(pValue(difference) >= worst - 1e-6, `${m} ${n}`);
      assert.equal(confidenceInterval(difference, 0.05), undefined);
    }
  });
});

describe('suiteDifference', () => {
  it('suiteDifference is stratified: df adds up for equal variances and sizes', () => {
    // two scenarios, s = 0.1, n = 3: df = 8, se = √(4 · 0.01 / 3) / 2, t(8) = 2.3060
    const pair = { baseline: [0.6, 0.7, 0.8], candidate: [0.5, 0.6, 0.7] };
    const [p, ...ends] = shown(onSuite(pair, pair));
    const half = (2.306004 * Math.sqrt(0.04 / 3)) / 2;
    assert.deepEqual(ends, [(-0.1 - half).toFixed(6), (-0.1 + half).toFixed(6)]);
    // R: 2 * pt(-sqrt(3), 8)
    assert.equal(p, '0.1215');
  });

  it('a jump with two near-constant attempts per side is not significant among steady scenarios', () => {
    const steady = { baseline: [0.7, 0.701], candidate: [0.7, 0.701] };
    const modes = { baseline: [0.9, 0.901], candidate: [0.5, 0.501] };
    assert.ok(pValue(onSuite(modes, steady, steady, steady)) > 0.1);
  });

  it('one of nine scenarios dropping from 1 to 0 is significant with five attempts, not with two', () => {
    const suite = (attempts: number): Difference =>
      onSuite(
        { baseline: constant(1, attempts), candidate: constant(0, attempts) },
        ...Array.from({ length: 8 }, () => ({
          baseline: constant(1, attempts),
          candidate: constant(1, attempts),
        })),
      );
    assert.ok(pValue(suite(5)) < 0.05);
    assert.ok(pValue(suite(2)) > 0.1);
    assert.ok(confidenceInterval(suite(5), 0.05));
  });

  it('the suite interval has a width if all attempts of both runs are equal', () => {
    const right = { baseline: constant(1, 5), candidate: constant(1, 5) };
    const difference = onSuite(...Array.from({ length: 9 }, () => right));
    // Wilson of 45 in 45: .9213
    const ends = confidenceInterval(difference, 0.05)?.map((end) => end.toFixed(4));
    assert.deepEqual([pValue(difference), ends], [1, ['-0.0787', '0.0787']]);
  });
});

describe('confidenceInterval', () => {
  it('the interval of constant but different sides has a width and agrees with p', () => {
    for (const [baseline, candidate, attempts] of [
      [0.9, 0.86, 5],
      [1, 0, 2],
      [0.5, 0.5001, 9],
    ] as const) {
      const difference = onSuite({
        baseline: constant(baseline, attempts),
        candidate: constant(candidate, attempts),
      });
      const [low, high] = confidenceInterval(difference, 0.05) ?? [0, 0];
      assert.ok(high - low > 0);
      assert.equal(low > 0 || high < 0, pValue(difference) < 0.05);
    }
  });
});

describe('generalDifference', () => {
  it('generalDifference equals the paired t-test: R, t.test(Pair(group.1, group.2) ~ 1, data = sleep)', () => {
    const pairs = FIRST.map((first, at) => ({ baseline: [SECOND[at] ?? 0], candidate: [first] }));
    assert.deepEqual(shown(generalDifference(pairs)), ['0.002833', '-0.245989', '-0.070011']);
  });

  it('the general interval has a width if no scenario changed', () => {
    const same = constant(0, 10).map(() => ({ baseline: [0.5], candidate: [0.5] }));
    const [low = 0, high = 0] = confidenceInterval(generalDifference(same), 0.05) ?? [];
    assert.ok(low < -0.2 && high > 0.2);
  });
});

describe('confidenceInterval', () => {
  const score = fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0, 0.5, 1));
  const side = fc.array(score, { minLength: 2, maxLength: 7 });
  const pair = fc.record({ baseline: side, candidate: side });
  const level = fc.double({ min: 1e-4, max: 0.2, noNaN: true });

  function assertAgrees(difference: Difference, alpha: number): void {
    const interval = confidenceInterval(difference, alpha);
    const p = pValue(difference);
    if (interval === undefined || Math.abs(p / alpha - 1) < 1e-3) return;
    const [low, high] = interval;
    assert.ok(low <= difference.delta && difference.delta <= high && low < high);
    assert.equal(p < alpha, low > 0 || high < 0);
  }

  it('an interval excludes 0 if and only if p is below the level', () => {
    fc.assert(
      fc.property(fc.array(pair, { minLength: 1, maxLength: 6 }), level, (pairs, alpha) => {
        assertAgrees(onSuite(...pairs), alpha);
        for (const each of pairs) assertAgrees(onScenario(each), alpha);
      }),
    );
  });

  it('a suite difference always has an interval', () => {
    fc.assert(
      fc.property(fc.array(pair, { minLength: 1, maxLength: 6 }), (pairs) => {
        assert.ok(confidenceInterval(onSuite(...pairs), 0.05));
      }),
    );
  });
});
