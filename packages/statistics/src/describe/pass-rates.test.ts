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
  it('a scenario has a pass rate, pass@k and pass^k (scoring.md: c=3, n=5, k=2 gives .90 and .30)', () => {
    const described = describeScenarioPasses({ passes: 3, attempts: 5 });
    assert.equal(described?.pass_rate, 0.6);
    assert.equal(described.pass_at_k['2']?.toFixed(2), '0.90');
    assert.equal(described.pass_hat_k['2']?.toFixed(2), '0.30');
    assert.deepEqual(Object.keys(described.pass_hat_k), ['1', '2', '3', '4', '5']);
    assert.equal(described.pass_hat_k['5'], 0);
    assert.equal(described.flaky, true);
  });

  it('five passes of five have an interval of .566 to 1 (Wilson)', () => {
    const described = describeScenarioPasses({ passes: 5, attempts: 5 });
    assert.deepEqual(
      described?.ci95.map((end) => end.toFixed(3)),
      ['0.566', '1.000'],
    );
    assert.equal(described?.flaky, false);
  });

  it('passes are undefined without attempts', () => {
    assert.equal(describeScenarioPasses({ passes: 0, attempts: 0 }), undefined);
    assert.equal(describeRunPasses([]), undefined);
  });
});

describe('describeRunPasses', () => {
  it('the run pass rate pools attempts, and pass^k is the mean over scenarios', () => {
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

  it('pass^k is null if a scenario has fewer than k attempts with a known result', () => {
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

  it('the run pass rate interval is stratified by scenario and allows for one more attempt', () => {
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

  it('the pass rate interval is Wilson’s if nothing varied or scenarios have one attempt', () => {
    const passed = Array.from({ length: 9 }, () => ({ passes: 5, attempts: 5 }));
    const once = [1, 1, 1, 0].map((passes) => ({ passes, attempts: 1 }));
    assert.deepEqual(describeRunPasses(passed)?.ci95, wilsonInterval(45, 45));
    assert.deepEqual(describeRunPasses(once)?.ci95, wilsonInterval(3, 4));
  });

  it('the pass rate always lies inside an interval that has a width', () => {
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

  it('pass@k is listed for k up to ten and for the number of attempts', () => {
    const described = describeRunPasses([{ passes: 50, attempts: 100 }]);
    assert.deepEqual(Object.keys(described?.pass_at_k ?? {}).slice(-2), ['10', '100']);
  });
});

/** Enumerates every choice of k of the n attempts, the first c of which passed. */
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
  it('pass@2 is .90 and pass^2 is .30 for three passes of five attempts', () => {
    assert.ok(Math.abs((passAtK({ passes: 3, attempts: 5 }, 2) ?? 0) - 0.9) < 1e-12);
    assert.ok(Math.abs((passHatK({ passes: 3, attempts: 5 }, 2) ?? 0) - 0.3) < 1e-12);
  });

  it('pass@k and pass^k equal enumeration of all choices of k attempts', () => {
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

  it('pass@k and pass^k do not overflow, and are undefined if k exceeds the attempts', () => {
    assert.equal(passHatK({ passes: 10_000, attempts: 10_000 }, 5000), 1);
    assert.equal(passAtK({ passes: 5000, attempts: 10_000 }, 5000), 1);
    assert.equal(passAtK({ passes: 3, attempts: 5 }, 6), undefined);
    assert.equal(passHatK({ passes: 3, attempts: 5 }, 6), undefined);
  });
});

describe('isFlaky', () => {
  it('a scenario is flaky if some attempts passed and some failed', () => {
    const flaky = [0, 1, 4, 5].map((passes) => isFlaky({ passes, attempts: 5 }));
    assert.deepEqual(flaky, [false, true, true, false]);
    assert.equal(isFlaky({ passes: 0, attempts: 0 }), false);
  });
});
