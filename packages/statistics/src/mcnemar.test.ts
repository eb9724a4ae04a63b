import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mcnemar } from './mcnemar.ts';

/** With whole numbers of any size: all outcomes at least as uneven, of 2^n. */
function enumerate(broken: number, fixed: number): number {
  const n = broken + fixed;
  let coefficient = 1n;
  let tail = 0n;
  for (let k = 0; k <= Math.min(broken, fixed); k += 1) {
    tail += coefficient;
    coefficient = (coefficient * BigInt(n - k)) / BigInt(k + 1);
  }
  return Math.min(1, Number((tail * 2_000_000_000_000n) / 2n ** BigInt(n)) / 1e12);
}

describe('mcnemar', () => {
  it('is .039 for 8 against 1 and .50 for 2 against none', () => {
    assert.equal(mcnemar(8, 1).toFixed(3), '0.039');
    assert.equal(mcnemar(2, 0).toFixed(2), '0.50');
    assert.ok(Math.abs(mcnemar(8, 1) - 20 / 512) < 1e-12);
  });

  it('is 1 where nothing changed or as much broke as was fixed', () => {
    assert.ok(Math.abs(mcnemar(0, 0) - 1) < 1e-12);
    assert.ok(Math.abs(mcnemar(4, 4) - 1) < 1e-12);
  });

  it('is the share of all outcomes, counted with whole numbers', () => {
    for (let broken = 0; broken <= 12; broken += 1) {
      for (let fixed = 0; fixed <= 12; fixed += 1) {
        const p = mcnemar(broken, fixed);
        assert.ok(Math.abs(p - enumerate(broken, fixed)) < 1e-10, `${broken} ${fixed}`);
        assert.equal(p, mcnemar(fixed, broken));
      }
    }
    assert.ok(Math.abs(mcnemar(1080, 1000) - enumerate(1080, 1000)) < 1e-8);
  });

  it('holds for a hundred thousand pairs', () => {
    assert.ok(mcnemar(51_000, 49_000) < 1e-9);
    assert.ok(mcnemar(50_050, 49_950) > 0.5);
  });
});
