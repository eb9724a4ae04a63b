import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compareMeans } from './compare-means.ts';

describe('compareMeans', () => {
  it('shows a difference and its plain 95 % interval, without a word', () => {
    // s² = 0.00025 on both sides, n = 5: 0.03 ± 2.3060 · 0.01
    const baseline = [0.5, 0.52, 0.48, 0.51, 0.49];
    const compared = compareMeans([{ baseline, candidate: baseline.map((score) => score + 0.03) }]);
    assert.equal(compared?.delta.toFixed(4), '0.0300');
    assert.deepEqual(
      compared?.ci95?.map((end) => end.toFixed(4)),
      ['0.0069', '0.0531'],
    );
  });

  it('shows the difference alone with one attempt a side, and nothing without any', () => {
    const once = compareMeans([{ baseline: [0.5], candidate: [0.75] }]);
    assert.deepEqual(once, { delta: 0.25, ci95: undefined });
    assert.equal(compareMeans([{ baseline: [], candidate: [0.75] }]), undefined);
  });

  it('of several scenarios is the mean over those that both scored', () => {
    const pairs = [
      { baseline: [0.5], candidate: [0.75] },
      { baseline: [0.5], candidate: [0.25] },
      { baseline: [], candidate: [1] },
    ];
    assert.equal(compareMeans(pairs)?.delta, 0);
  });
});
