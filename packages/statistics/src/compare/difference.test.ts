import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  chanceOfConstants,
  confidenceInterval,
  generalDifference,
  pValue,
  suiteDifference,
} from './difference.ts';

/** R's `sleep`, in tenths so that it looks like scores. */
const FIRST = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2].map((hours) => hours / 10);
const SECOND = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4].map((hours) => hours / 10);

function shown(difference: ReturnType<typeof suiteDifference>): readonly string[] {
  assert.ok(difference);
  const ends = confidenceInterval(difference, 0.05) ?? [];
  return [pValue(difference).toPrecision(4), ...ends.map((end) => end.toFixed(6))];
}

describe('suiteDifference', () => {
  it('of one scenario is Welch’s t: R, t.test(extra ~ group, data = sleep)', () => {
    const difference = suiteDifference([{ baseline: SECOND, candidate: FIRST }]);
    assert.deepEqual(shown(difference), ['0.07939', '-0.336548', '0.020548']);
  });

  it('of several is stratified: with equal spreads and sizes, df adds up', () => {
    // two scenarios, s = 0.1, n = 3: df = 8, se = √(4 · 0.01 / 3) / 2, t(8) = 2.3060
    const pair = { baseline: [0.6, 0.7, 0.8], candidate: [0.5, 0.6, 0.7] };
    const [p, ...ends] = shown(suiteDifference([pair, pair]));
    const half = (2.306004 * Math.sqrt(0.04 / 3)) / 2;
    assert.deepEqual(ends, [(-0.1 - half).toFixed(6), (-0.1 + half).toFixed(6)]);
    // R: 2 * pt(-sqrt(3), 8)
    assert.equal(p, '0.1215');
  });

  it('needs two attempts a side', () => {
    assert.equal(suiteDifference([{ baseline: [0.5], candidate: [0.5, 0.6] }]), undefined);
    assert.equal(suiteDifference([{ baseline: [0.5, 0.6], candidate: [] }]), undefined);
    assert.equal(suiteDifference([]), undefined);
  });

  it('takes no spread for smaller than 0.005 where anything varied', () => {
    const pair = { baseline: [0.5, 0.5001], candidate: [0.502, 0.502] };
    const difference = suiteDifference([pair]);
    assert.ok(difference?.kind === 'noisy');
    assert.deepEqual(
      difference.samples.map(({ variance }) => variance),
      [2.5e-5, 2.5e-5],
    );
    assert.ok(pValue(difference) > 0.5);
  });

  it('compares exactly what does not vary: same replies make the least difference a fact', () => {
    const pair = { baseline: [0.5, 0.5], candidate: [0.499, 0.499], sameReplies: true };
    assert.deepEqual(shown(suiteDifference([pair])), ['0.000', '-0.001000', '-0.001000']);
    const equal = { baseline: [0.5, 0.5], candidate: [0.5, 0.5] };
    assert.deepEqual(shown(suiteDifference([equal])), ['1.000', '0.000000', '0.000000']);
  });

  it('asks for enough attempts where the scores do not vary but the replies may', () => {
    const constant = (attempts: number): ReturnType<typeof suiteDifference> =>
      suiteDifference([
        {
          baseline: Array.from({ length: attempts }, () => 1),
          candidate: Array.from({ length: attempts }, () => 0),
        },
      ]);
    assert.deepEqual(shown(constant(2)), ['0.1250']);
    assert.deepEqual(shown(constant(3)), ['0.03125', '-1.000000', '-1.000000']);
    assert.deepEqual(shown(constant(5)), ['0.001953', '-1.000000', '-1.000000']);
  });

  it('does not let a certain change vouch for uncertain ones', () => {
    const certain = { baseline: [0.5, 0.5], candidate: [0.4, 0.4], sameReplies: true };
    const open = { baseline: [0, 0], candidate: [1, 1] };
    assert.deepEqual(shown(suiteDifference([certain, open])).slice(1), []);
  });
});

describe('generalDifference', () => {
  it('is the paired t: R, t.test(Pair(group.1, group.2) ~ 1, data = sleep)', () => {
    const pairs = FIRST.map((first, at) => ({ baseline: [SECOND[at] ?? 0], candidate: [first] }));
    assert.deepEqual(shown(generalDifference(pairs)), ['0.002833', '-0.245989', '-0.070011']);
  });

  it('takes the means of the attempts, and needs two scenarios', () => {
    const pair = { baseline: [0.4, 0.6], candidate: [0.6, 0.8] };
    assert.equal(generalDifference([pair])?.delta, undefined);
    assert.equal(generalDifference([pair, pair])?.delta.toFixed(4), '0.2000');
  });

  it('goes by the signs where a few scenarios all changed by the very same', () => {
    const fell = (n: number): ReturnType<typeof suiteDifference> =>
      generalDifference(Array.from({ length: n }, () => ({ baseline: [1], candidate: [0] })));
    assert.deepEqual(shown(fell(2)), ['0.5000']);
    assert.deepEqual(shown(fell(5)), ['0.06250']);
    assert.equal(fell(6)?.kind, 'noisy');
  });

  it('never has zero width', () => {
    const same = [0, 1, 2].map(() => ({ baseline: [0.5], candidate: [0.5] }));
    assert.deepEqual(shown(generalDifference(same)), ['1.000', '-0.012421', '0.012421']);
  });
});

describe('chanceOfConstants', () => {
  it('is the worst that a model with two outcomes can do, by trying all rates', () => {
    for (const [m, n] of [
      [2, 2],
      [3, 3],
      [2, 5],
      [5, 5],
    ] as const) {
      let worst = 0;
      for (let rate = 0; rate <= 1; rate += 0.001) {
        worst = Math.max(worst, rate ** m * (1 - rate) ** n + rate ** n * (1 - rate) ** m);
      }
      const bound = chanceOfConstants({ sizes: [[m, n]], changed: 1 });
      assert.ok(bound >= worst - 1e-6, `${m} ${n}`);
      if (m === n) assert.ok(Math.abs(bound - worst) < 1e-6);
    }
  });

  it('is a binomial tail over scenarios: two of three, an eighth each', () => {
    const sizes = [0, 1, 2].map(() => [2, 2] as const);
    const expected = 3 * (1 / 8) ** 2 * (7 / 8) + (1 / 8) ** 3;
    assert.ok(Math.abs(chanceOfConstants({ sizes, changed: 2 }) - expected) < 1e-9);
  });

  it('is 0 where nothing uncertain changed, and holds for a hundred thousand scenarios', () => {
    assert.equal(chanceOfConstants({ sizes: [[2, 2]], changed: 0 }), 0);
    const sizes = Array.from({ length: 100_000 }, () => [5, 5] as const);
    // 195 are expected at most
    assert.ok(chanceOfConstants({ sizes, changed: 300 }) < 1e-6);
    assert.ok(chanceOfConstants({ sizes, changed: 150 }) > 0.99);
  });
});
