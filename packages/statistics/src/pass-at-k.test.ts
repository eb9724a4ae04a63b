import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isFlaky } from './is-flaky.ts';
import { passAtK } from './pass-at-k.ts';
import { passHatK } from './pass-hat-k.ts';

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
