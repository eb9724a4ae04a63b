import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Difference } from './difference.ts';
import { decideSuite, detectableChange, type SuiteVerdict } from './suite-verdict.ts';
import { suiteMean } from '../describe/mean-interval.ts';
import { seededRandom } from '../math/seeded-random.ts';
import { compareRuns } from './compare-runs.ts';

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

describe('detectableChange', () => {
  const BASELINE = { se: 0.01, attempts: 5, scenarios: 9 };

  it('the detectable change is slightly more than 2.8 standard errors of the difference', () => {
    const errors = (detectableChange(BASELINE, 5) ?? 0) / (Math.SQRT2 * 0.01);
    assert.ok(errors > 2.84 && errors < 2.95, String(errors));
  });

  it('the detectable change doubles with the noise and falls with more attempts', () => {
    const twice = detectableChange({ ...BASELINE, se: 0.02 }, 5) ?? 0;
    assert.ok(Math.abs(twice - 2 * (detectableChange(BASELINE, 5) ?? 0)) < 1e-12);
    assert.ok((detectableChange(BASELINE, 20) ?? 1) < (detectableChange(BASELINE, 5) ?? 0));
  });

  it('the detectable change is larger after two attempts at one scenario', () => {
    const lone = detectableChange({ se: 0.01, attempts: 2, scenarios: 1 }, 2) ?? 0;
    assert.ok(lone > 2 * (detectableChange(BASELINE, 5) ?? 1));
  });

  it('the detectable change is undefined with one attempt, and assumes one failure for a run without noise', () => {
    assert.equal(detectableChange({ ...BASELINE, attempts: 1 }, 5), undefined);
    assert.equal(detectableChange(BASELINE, 1), undefined);
    const calm = detectableChange({ ...BASELINE, se: 0 }, 5);
    assert.equal(calm, detectableChange({ ...BASELINE, se: 1 / 46 }, 5));
  });

  it('the detectable change is larger if runs differ beyond the noise of their attempts', () => {
    const alone = detectableChange(BASELINE, 5) ?? 1;
    const between = { variance: 0.0004, df: 9, total: 0.0005 };
    assert.ok((detectableChange(BASELINE, 5, between) ?? 0) > 2 * alone);
    assert.equal(detectableChange(BASELINE, 5, { variance: 0, df: 1e9, total: 0 }), alone);
  });

  it('a comparison finds the detectable change that an earlier run showed in about 80 % of the cases', () => {
    const random = seededRandom(7);
    // Uniform noise with a standard deviation of 0.1.
    const draw = (centre: number): number[][] =>
      Array.from({ length: 5 }, () =>
        Array.from({ length: 5 }, () => centre + 0.2 * Math.sqrt(3) * (random() - 0.5)),
      );
    const trials = 200;
    let found = 0;
    for (let no = 0; no < trials; no += 1) {
      const { se = 0 } = suiteMean(draw(0.7));
      const change = detectableChange({ se, attempts: 5, scenarios: 5 }, 5) ?? 0;
      const [before, after] = [draw(0.7), draw(0.7 - change)];
      const pairs = before.map((baseline, at) => ({ baseline, candidate: after[at] ?? [] }));
      const { onThisSuite } = compareRuns(pairs);
      found += Number((onThisSuite?.interval?.[1] ?? 1) < 0);
    }
    assert.ok(found / trials > 0.7 && found / trials < 0.9, String(found / trials));
  });
});
