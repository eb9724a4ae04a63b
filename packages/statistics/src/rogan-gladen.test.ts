import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { judgeRates } from './judge-rates.ts';
import { roganGladen } from './rogan-gladen.ts';

describe('judgeRates', () => {
  it('is the share of agreement on each side', () => {
    const pair = (human: boolean, judge: boolean): { human: boolean; judge: boolean } => ({
      human,
      judge,
    });
    const rates = judgeRates([
      ...[true, true, true, false].map((judge) => pair(true, judge)),
      ...[false, true].map((judge) => pair(false, judge)),
    ]);
    assert.deepEqual(rates, { tpr: 0.75, tnr: 0.5 });
    assert.deepEqual(judgeRates([pair(true, true)]), { tpr: 1, tnr: undefined });
  });
});

describe('roganGladen', () => {
  it('is (p + TNR − 1) / (TPR + TNR − 1)', () => {
    assert.ok(Math.abs((roganGladen(0.6, { tpr: 0.9, tnr: 0.8 }) ?? 0) - 0.4 / 0.7) < 1e-12);
  });

  it('finds the rate that a judge with these errors made the observed one of', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const good = fc.double({ min: 0.55, max: 1, noNaN: true });
    fc.assert(
      fc.property(share, good, good, (rate, tpr, tnr) => {
        const observed = rate * tpr + (1 - rate) * (1 - tnr);
        assert.ok(Math.abs((roganGladen(observed, { tpr, tnr }) ?? 2) - rate) < 1e-9);
      }),
    );
  });

  it('stays in [0, 1], and is undefined for a judge no better than a coin or never tried', () => {
    assert.equal(roganGladen(0.01, { tpr: 0.9, tnr: 0.9 }), 0);
    assert.equal(roganGladen(0.99, { tpr: 0.9, tnr: 0.9 }), 1);
    assert.equal(roganGladen(0.5, { tpr: 0.5, tnr: 0.5 }), undefined);
    assert.equal(roganGladen(0.5, { tpr: 1, tnr: undefined }), undefined);
  });
});
