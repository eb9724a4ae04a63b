import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Difference } from './difference.ts';
import { decideSuite, type SuiteVerdict } from './suite-verdict.ts';

/** Both sides have n attempts with this standard deviation. */
function noisy(delta: number, sd: number, n: number): (additional: number) => Difference {
  return (additional) => {
    const size = n + additional;
    const estimate = { variance: (2 * sd ** 2) / size, df: 2 * size - 2 };
    return { delta, noise: [() => estimate], chance: 0 };
  };
}

function decide(delta: number, sd: number, margin = 0.03): SuiteVerdict {
  return decideSuite(noisy(delta, sd, 10), margin);
}

describe('decideSuite', () => {
  it('a change is slight if and only if its interval lies inside the margin', () => {
    assert.equal(decide(-0.1, 0.02).result, 'regressed');
    assert.equal(decide(0.1, 0.02).result, 'improved');
    assert.equal(decide(-0.01, 0.005).result, 'slightly_worse');
    assert.equal(decide(0.01, 0.005).result, 'slightly_better');
    assert.equal(decide(-0.029, 0.005).result, 'regressed');
  });

  it('the verdict is same if the 90 % interval lies inside the margin, otherwise inconclusive', () => {
    assert.equal(decide(0.001, 0.005).result, 'same');
    assert.equal(decide(0.001, 0.1).result, 'inconclusive');
    assert.equal(decide(0.001, 0.1, 0.2).result, 'same');
    // half the 95 % interval is 2.1009 · 0.0142 = .0298, half the 90 % one 1.7341 · 0.0142 = .0246
    const verdict = decide(0.004, 0.0142 * Math.sqrt(5));
    assert.equal(verdict.result, 'same');
    assert.ok((verdict.interval?.[1] ?? 0) > 0.03);
  });

  it('every suite verdict includes the smallest detectable change', () => {
    for (const delta of [0, -0.1]) {
      const { se = 1, smallestDetectable = 0 } = decide(delta, 0.02);
      assert.ok(smallestDetectable / se > 2.9 && smallestDetectable / se < 3.4);
    }
  });

  it('additional attempts are only suggested for inconclusive verdicts, fewer for clearer differences', () => {
    assert.equal(decide(-0.1, 0.02).additional, undefined);
    const near = decide(-0.08, 0.1).additional ?? 0;
    const far = decide(-0.04, 0.1).additional ?? 0;
    assert.ok(near > 0 && near < far, `${near} ${far}`);
  });

  it('no additional attempts are suggested if ten thousand are not enough', () => {
    const verdict = decideSuite(noisy(0, 0.5, 500), 0.001);
    assert.deepEqual([verdict.result, verdict.additional], ['inconclusive', undefined]);
  });
});
