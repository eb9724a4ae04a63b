import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { suiteMean } from '../describe/mean-interval.ts';
import { seededRandom } from '../math/seeded-random.ts';
import { compareRuns } from './compare-runs.ts';
import { detectableChange } from './detectable-change.ts';

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
