import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compareMeans, compareRuns } from './compare-runs.ts';
import type { ScenarioPair } from './scenario-pair.ts';

const options = { margin: 0.03 };

/** A scenario with slightly noisy scores whose candidate is shifted by this amount. */
function shifted(by: number): ScenarioPair {
  const baseline = [0.5, 0.52, 0.48, 0.51, 0.49];
  return { baseline, candidate: baseline.map((score) => score + by) };
}

describe('compareRuns', () => {
  it('compareRuns gives a verdict for every scenario, this suite and in general', () => {
    const changes = [-0.2, -0.21, -0.19, -0.2, -0.22, -0.18, -0.2, -0.21, -0.19, 0];
    const comparison = compareRuns(changes.map(shifted), options);
    assert.deepEqual(
      comparison.scenarios.map((verdict) => verdict?.result),
      [...Array.from({ length: 9 }, () => 'regressed'), 'no_change_found'],
    );
    assert.equal(comparison.onThisSuite?.result, 'regressed');
    assert.equal(comparison.inGeneral?.result, 'regressed');
    assert.deepEqual([comparison.compared, comparison.minAttempts], [10, 5]);
  });

  it('one regressed scenario decides the suite verdict but not the general verdict', () => {
    const comparison = compareRuns([-0.3, 0, 0, 0, 0, 0, 0, 0, 0, 0].map(shifted), options);
    assert.equal(comparison.onThisSuite?.result, 'regressed');
    assert.equal(comparison.inGeneral?.result, 'inconclusive');
  });

  it('there is no general verdict below ten scenarios', () => {
    const nine = Array.from({ length: 9 }, () => shifted(-0.2));
    assert.equal(compareRuns(nine, options).inGeneral, undefined);
    assert.ok(compareRuns([...nine, shifted(-0.2)], options).inGeneral);
  });

  it('with one attempt per side there is only a general verdict', () => {
    const pairs = Array.from({ length: 10 }, (_, at) => ({
      baseline: [0.5],
      candidate: [0.7 + at / 1000],
    }));
    const { scenarios, onThisSuite, inGeneral } = compareRuns(pairs, options);
    assert.deepEqual([...scenarios, onThisSuite], Array.from({ length: 11 }));
    assert.equal(inGeneral?.result, 'improved');
  });

  it('a scenario that one run did not score is excluded from the comparison', () => {
    const comparison = compareRuns([shifted(0.3), { baseline: [], candidate: [1, 1] }], options);
    assert.equal(comparison.scenarios[1], undefined);
    assert.equal(comparison.compared, 1);
    assert.equal(comparison.onThisSuite?.result, 'improved');
  });

  it('compareRuns gives no verdict without scenarios', () => {
    const nothing = compareRuns([], options);
    assert.deepEqual([nothing.onThisSuite, nothing.inGeneral], [undefined, undefined]);
    assert.deepEqual(nothing.scenarios, []);
  });

  it('scenario verdicts are corrected for the number of scenarios', () => {
    // t = 3.1, df = 8: p = .015 alone, and .29 among twenty
    const weak = shifted(0.031);
    const others = Array.from({ length: 19 }, () => shifted(0));
    const [alone] = compareRuns([weak], options).scenarios;
    const [among] = compareRuns([weak, ...others], options).scenarios;
    assert.ok(alone && among);
    assert.deepEqual([alone.result, among.result], ['improved', 'no_change_found']);
    assert.deepEqual([among.p, among.adjustedP], [alone.p, 20 * alone.p]);
    assert.equal(among.confidence, 1 - 0.05 / 20);
    assert.ok((among.smallestDetectable ?? 0) > (alone.smallestDetectable ?? 1));
  });

  it('the interval, the result and the Holm correction always agree', () => {
    const score = fc.double({ min: 0, max: 1, noNaN: true });
    const side = fc.oneof(
      fc.array(score, { minLength: 5, maxLength: 8 }),
      fc.array(fc.constantFrom(0, 0.5, 1), { minLength: 5, maxLength: 8 }),
    );
    const pair = fc.record({ baseline: side, candidate: side });
    fc.assert(
      fc.property(fc.array(pair, { minLength: 1, maxLength: 12 }), (pairs) => {
        for (const verdict of compareRuns(pairs, options).scenarios) {
          assert.ok(verdict);
          const { result, interval, adjustedP, delta } = verdict;
          if (Math.abs(adjustedP - 0.05) < 1e-6) continue;
          const [low, high] = interval ?? [delta, delta];
          const isFound = interval === undefined ? adjustedP < 0.05 : low > 0 || high < 0;
          assert.equal(isFound, adjustedP < 0.05);
          const isChange = isFound && (low < -options.margin || high > options.margin);
          const expected = delta < 0 ? 'regressed' : 'improved';
          assert.equal(result, isChange ? expected : 'no_change_found');
        }
      }),
    );
  });

  it('the suite verdict is mirrored if the runs are swapped', () => {
    const mirrored = new Map([
      ['regressed', 'improved'],
      ['improved', 'regressed'],
      ['slightly_worse', 'slightly_better'],
      ['slightly_better', 'slightly_worse'],
    ]);
    const side = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), {
      minLength: 2,
      maxLength: 5,
    });
    const pairs = fc.array(fc.record({ baseline: side, candidate: side }), { maxLength: 8 });
    fc.assert(
      fc.property(pairs, (forth) => {
        const back = forth.map(({ baseline, candidate }) => ({
          baseline: candidate,
          candidate: baseline,
        }));
        const result = compareRuns(forth, options).onThisSuite?.result;
        const other = compareRuns(back, options).onThisSuite?.result;
        assert.equal(other, result && (mirrored.get(result) ?? result));
      }),
    );
  });
});

describe('compareMeans', () => {
  it('compareMeans returns a difference with its uncorrected 95 % interval', () => {
    // s² = 0.00025 on both sides, n = 5: 0.03 ± 2.3060 · 0.01
    const baseline = [0.5, 0.52, 0.48, 0.51, 0.49];
    const compared = compareMeans([{ baseline, candidate: baseline.map((score) => score + 0.03) }]);
    assert.equal(compared?.delta.toFixed(4), '0.0300');
    assert.deepEqual(
      compared?.ci95?.map((end) => end.toFixed(4)),
      ['0.0069', '0.0531'],
    );
  });

  it('compareMeans has no interval with one attempt per side, and is undefined without attempts', () => {
    const once = compareMeans([{ baseline: [0.5], candidate: [0.75] }]);
    assert.deepEqual(once, { delta: 0.25, ci95: undefined });
    assert.equal(compareMeans([{ baseline: [], candidate: [0.75] }]), undefined);
  });

  it('compareMeans averages the scenarios that both runs scored', () => {
    const pairs = [
      { baseline: [0.5], candidate: [0.75] },
      { baseline: [0.5], candidate: [0.25] },
      { baseline: [], candidate: [1] },
    ];
    assert.equal(compareMeans(pairs)?.delta, 0);
  });
});
