import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { wilsonInterval } from '../math/wilson.ts';
import {
  describeRunPasses,
  describeScenarioPasses,
  isFlaky,
  passAtK,
  meanOverScenarios,
  passHatK,
} from './pass-rates.ts';

describe('describeScenarioPasses', () => {
  it('has rate, interval and both ways to look at k attempts (scoring.md: c=3, n=5, k=2 gives .90 and .30)', () => {
    const described = describeScenarioPasses({ passes: 3, attempts: 5 });
    assert.equal(described?.pass_rate, 0.6);
    assert.equal(described.pass_at_k['2']?.toFixed(2), '0.90');
    assert.equal(described.pass_hat_k['2']?.toFixed(2), '0.30');
    assert.deepEqual(Object.keys(described.pass_hat_k), ['1', '2', '3', '4', '5']);
    assert.equal(described.pass_hat_k['5'], 0);
    assert.equal(described.flaky, true);
  });

  it('is never sure of five in five (Wilson: .566 to 1)', () => {
    const described = describeScenarioPasses({ passes: 5, attempts: 5 });
    assert.deepEqual(
      described?.ci95.map((end) => end.toFixed(3)),
      ['0.566', '1.000'],
    );
    assert.equal(described?.flaky, false);
  });

  it('says nothing without an attempt', () => {
    assert.equal(describeScenarioPasses({ passes: 0, attempts: 0 }), undefined);
    assert.equal(describeRunPasses([]), undefined);
  });
});

describe('describeRunPasses', () => {
  it('pools the attempts for the rate, and takes the mean of the scenarios for k', () => {
    const described = describeRunPasses([
      { passes: 5, attempts: 5 },
      { passes: 3, attempts: 5 },
      { passes: 0, attempts: 5 },
      { passes: 0, attempts: 0 },
    ]);
    assert.equal(described?.pass_rate, 8 / 15);
    assert.equal(described.pass_hat_k['2']?.toFixed(4), ((1 + 0.3 + 0) / 3).toFixed(4));
    assert.deepEqual([described.scenarios, described.flaky_scenarios], [3, 1]);
  });

  it('does not say pass^k where a scenario has fewer than k known attempts', () => {
    const described = describeRunPasses([
      { passes: 5, attempts: 5 },
      { passes: 0, attempts: 4, unknown: 1 },
    ]);
    assert.equal(described?.pass_hat_k['4'], 0.5);
    assert.equal(described.pass_hat_k['5'], null);
    assert.equal(described.pass_at_k['5'], null);
    assert.equal(described.unknown, 1);
    const [full] = [{ passes: 5, attempts: 5 }];
    assert.equal(
      meanOverScenarios([full, { passes: 0, attempts: 0, unknown: 5 }], passHatK, 1),
      undefined,
    );
    assert.equal(meanOverScenarios([full, { passes: 0, attempts: 0 }], passHatK, 1), 1);
  });

  it('has an interval that allows for one more attempt, stratified by scenario', () => {
    // rates 1 and .6 of five each: m = .8, se² = (.6 · .4 / 4) / 4 = .015, df = 4, t = 2.776
    const described = describeRunPasses([
      { passes: 5, attempts: 5 },
      { passes: 3, attempts: 5 },
    ]);
    const low = 0.8 - 2.776445 * Math.sqrt(0.015 + (0.8 / 11) ** 2);
    assert.deepEqual(
      described?.ci95.map((end) => end.toFixed(4)),
      [low.toFixed(4), '1.0000'],
    );
  });

  it('takes Wilson’s interval where nothing varied, and where scenarios were played once', () => {
    const passed = Array.from({ length: 9 }, () => ({ passes: 5, attempts: 5 }));
    const once = [1, 1, 1, 0].map((passes) => ({ passes, attempts: 1 }));
    assert.deepEqual(describeRunPasses(passed)?.ci95, wilsonInterval(45, 45));
    assert.deepEqual(describeRunPasses(once)?.ci95, wilsonInterval(3, 4));
  });

  it('has the rate inside an interval of some width, whatever the counts', () => {
    const count = fc
      .integer({ min: 0, max: 6 })
      .chain((attempts) =>
        fc.record({ passes: fc.nat(attempts), attempts: fc.constant(attempts) }),
      );
    fc.assert(
      fc.property(fc.array(count, { maxLength: 6 }), (scenarios) => {
        const described = describeRunPasses(scenarios);
        if (described === undefined) return;
        const [low, high] = described.ci95;
        assert.ok(low <= described.pass_rate + 1e-12 && described.pass_rate - 1e-12 <= high);
        assert.ok(low < high && low >= 0 && high <= 1);
      }),
    );
  });

  it('names k up to ten, and the number of attempts', () => {
    const described = describeRunPasses([{ passes: 50, attempts: 100 }]);
    assert.deepEqual(Object.keys(described?.pass_at_k ?? {}).slice(-2), ['10', '100']);
  });
});

/** Every choice of k of the n attempts, the first c of which passed. */
function enumerate(
  c: number,
  n: number,
  k: number,
): { readonly any: number; readonly all: number } {
  let chosen = 0;
  let any = 0;
  let all = 0;
  for (let set = 0; set < 2 ** n; set += 1) {
    const members = Array.from({ length: n }, (_, at) => at).filter((at) => (set >> at) & 1);
    if (members.length !== k) continue;
    chosen += 1;
    if (members.some((at) => at < c)) any += 1;
    if (members.every((at) => at < c)) all += 1;
  }
  return { any: any / chosen, all: all / chosen };
}

describe('passAtK and passHatK', () => {
  it('are .90 and .30 for two of five attempts of which three passed', () => {
    assert.ok(Math.abs((passAtK({ passes: 3, attempts: 5 }, 2) ?? 0) - 0.9) < 1e-12);
    assert.ok(Math.abs((passHatK({ passes: 3, attempts: 5 }, 2) ?? 0) - 0.3) < 1e-12);
  });

  it('are the shares of all choices of k attempts', () => {
    for (const n of [1, 4, 7]) {
      for (let c = 0; c <= n; c += 1) {
        for (let k = 0; k <= n; k += 1) {
          const { any, all } = enumerate(c, n, k);
          const passes = { passes: c, attempts: n };
          assert.ok(Math.abs((passAtK(passes, k) ?? 2) - any) < 1e-12, `${c} ${n} ${k}`);
          assert.ok(Math.abs((passHatK(passes, k) ?? 2) - all) < 1e-12, `${c} ${n} ${k}`);
        }
      }
    }
  });

  it('do not overflow, and are undefined beyond the attempts there are', () => {
    assert.equal(passHatK({ passes: 10_000, attempts: 10_000 }, 5000), 1);
    assert.equal(passAtK({ passes: 5000, attempts: 10_000 }, 5000), 1);
    assert.equal(passAtK({ passes: 3, attempts: 5 }, 6), undefined);
    assert.equal(passHatK({ passes: 3, attempts: 5 }, 6), undefined);
  });
});

describe('isFlaky', () => {
  it('is neither always nor never', () => {
    const flaky = [0, 1, 4, 5].map((passes) => isFlaky({ passes, attempts: 5 }));
    assert.deepEqual(flaky, [false, true, true, false]);
    assert.equal(isFlaky({ passes: 0, attempts: 0 }), false);
  });
});
