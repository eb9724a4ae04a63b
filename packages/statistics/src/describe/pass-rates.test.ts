import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  describeRunPasses,
  describeScenarioPasses,
  isFlaky,
  passAtK,
  passHatK,
  wilsonInterval,
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

  it('leaves out of k the scenarios that have fewer attempts', () => {
    const described = describeRunPasses([
      { passes: 5, attempts: 5 },
      { passes: 0, attempts: 4 },
    ]);
    assert.equal(described?.pass_hat_k['4'], 0.5);
    assert.equal(described.pass_hat_k['5'], 1);
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

function shown(passes: number, attempts: number, digits: number): readonly string[] {
  return (wilsonInterval(passes, attempts) ?? []).map((end) => end.toFixed(digits));
}

describe('wilson', () => {
  it('is .640 to .948 for 17 of 20 and .566 to 1 for 5 of 5', () => {
    assert.deepEqual(shown(17, 20, 3), ['0.640', '0.948']);
    assert.deepEqual(shown(5, 5, 3), ['0.566', '1.000']);
  });

  it('is method 3 of Newcombe (1998), table I', () => {
    assert.deepEqual(shown(81, 263, 4), ['0.2553', '0.3662']);
    assert.deepEqual(shown(15, 148, 4), ['0.0624', '0.1605']);
    assert.deepEqual(shown(0, 20, 4), ['0.0000', '0.1611']);
    assert.deepEqual(shown(1, 29, 4), ['0.0061', '0.1718']);
  });

  it('says nothing without attempts', () => {
    assert.equal(wilsonInterval(0, 0), undefined);
  });

  it('lies in [0, 1], around the rate, and mirrors', () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.nat(1000), (passes, failures) => {
        fc.pre(passes + failures > 0);
        const n = passes + failures;
        const [low, high] = wilsonInterval(passes, n) ?? [1, 0];
        assert.ok(0 <= low && low <= passes / n && passes / n <= high && high <= 1 && low < high);
        assert.ok(Math.abs((wilsonInterval(failures, n)?.[0] ?? 2) - (1 - high)) < 1e-12);
      }),
    );
  });
});
