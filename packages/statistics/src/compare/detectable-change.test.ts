import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
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
});
