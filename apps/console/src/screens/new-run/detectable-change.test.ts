import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detectableChange } from './detectable-change.ts';

const BASELINE = { se: 0.01, attempts: 5, scenarios: 9 };

function near(actual: number | undefined, expected: number): void {
  assert.ok(Math.abs((actual ?? 0) - expected) < 0.0005, `${actual} is not about ${expected}`);
}

test('twice as noisy, twice as much must change; more attempts notice less', () => {
  // (t(72; 97.5 %) + z(80 %)) √2 · 0.01, with 1.9935 and 0.8416 from tables.
  near(detectableChange(BASELINE, 5), (1.9935 + 0.8416) * Math.SQRT2 * 0.01);
  near(detectableChange({ ...BASELINE, se: 0.02 }, 5), 2 * (detectableChange(BASELINE, 5) ?? 0));
  assert.ok((detectableChange(BASELINE, 20) ?? 1) < (detectableChange(BASELINE, 5) ?? 0));
});

test('few attempts at one scenario know little of their own noise', () => {
  // t(2; 97.5 %) = 4.303 from tables.
  const lone = detectableChange({ se: 0.01, attempts: 2, scenarios: 1 }, 2) ?? 0;
  assert.ok(Math.abs(lone / ((4.303 + 0.8416) * Math.SQRT2 * 0.01) - 1) < 0.05, String(lone));
});

test('one attempt knows nothing of it, and no noise at all is not believed', () => {
  assert.equal(detectableChange({ ...BASELINE, attempts: 1 }, 5), undefined);
  assert.equal(detectableChange(BASELINE, 1), undefined);
  assert.ok((detectableChange({ ...BASELINE, se: 0 }, 5) ?? 0) > 0);
});
