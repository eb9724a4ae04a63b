import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { combineVerdicts, compareMeans, compareRuns, describeDecisions } from './compare-runs.ts';
import type { ScenarioPair } from './scenario-pair.ts';
import type { ScenarioDecision } from './decide-look.ts';

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

const DROPPED: ScenarioPair = {
  baseline: [0.7, 0.72, 0.68, 0.71, 0.69, 0.7],
  candidate: [0.5, 0.52, 0.48, 0.51, 0.49, 0.5],
};

function decision(changes: Partial<ScenarioDecision> = {}): ScenarioDecision {
  return { look: 0, result: 'regressed', p: 0.0005, level: 0.001, ...changes };
}

describe('describeDecisions', () => {
  it('a verdict has the result and p of its decision, and an interval at its level', () => {
    const [verdict] = describeDecisions([DROPPED], [decision()]);
    const [wider] = describeDecisions([DROPPED], [decision({ level: 0.0001 })]);
    assert.equal(verdict?.result, 'regressed');
    assert.deepEqual([verdict.p, verdict.confidence], [0.0005, 0.999]);
    assert.ok((wider?.interval?.[0] ?? 0) < (verdict.interval?.[0] ?? 0));
  });

  it('the adjusted p is at most .05 if and only if p is at most the level', () => {
    const adjusted = (p: number) => describeDecisions([DROPPED], [decision({ p })])[0]?.adjustedP;
    assert.equal(adjusted(0.001), 0.05);
    assert.ok((adjusted(0.0011) ?? 0) > 0.05);
    assert.equal(adjusted(0.5), 1);
  });

  it('a scenario without a decision has no verdict', () => {
    assert.deepEqual(describeDecisions([DROPPED], [undefined]), [undefined]);
  });
});

describe('compareRuns with early stopping', () => {
  it('the suite is compared by the attempts of the first look only', () => {
    const later = { ...DROPPED, candidate: [...DROPPED.candidate, 1, 1, 1, 1] };
    const sequential = { decisions: [decision()], suiteAttempts: 6 };
    const stopped = compareRuns([later], { sequential });
    assert.equal(stopped.onThisSuite?.delta, compareRuns([DROPPED]).onThisSuite?.delta);
    assert.equal(stopped.scenarios[0]?.result, 'regressed');
  });
});

const unchanged = { result: 'no_change_found' } as const;

describe('combineVerdicts', () => {
  it('a regression of the suite or any scenario outweighs improvements', () => {
    const regressed = { result: 'regressed' } as const;
    const improved = { result: 'improved' } as const;
    const bySuite = { suite: regressed, inGeneral: undefined, scenarios: [improved] };
    assert.equal(combineVerdicts(bySuite), 'regressed');
    const byScenario = { suite: improved, inGeneral: improved, scenarios: [unchanged, regressed] };
    assert.equal(combineVerdicts(byScenario), 'regressed');
  });

  it('the combined verdict is improved if nothing regressed and the suite or any scenario improved', () => {
    const suite = { result: 'slightly_worse' } as const;
    const scenarios = [null, { result: 'improved' }] as const;
    assert.equal(combineVerdicts({ suite, inGeneral: null, scenarios }), 'improved');
  });

  it('the combined verdict is that of the suite if no scenario changed', () => {
    for (const result of ['slightly_worse', 'same', 'slightly_better', 'inconclusive'] as const) {
      const verdicts = { suite: { result }, inGeneral: undefined, scenarios: [unchanged] };
      assert.equal(combineVerdicts(verdicts), result);
    }
  });

  it('the combined verdict falls back to the general verdict, then to inconclusive', () => {
    const inGeneral = { result: 'slightly_better' } as const;
    assert.equal(
      combineVerdicts({ suite: undefined, inGeneral, scenarios: [undefined] }),
      'slightly_better',
    );
    assert.equal(
      combineVerdicts({ suite: undefined, inGeneral: undefined, scenarios: [] }),
      'inconclusive',
    );
  });
});
