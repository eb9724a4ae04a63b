import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { estimateByRoganGladen } from './rogan-gladen.ts';

const COUNTS = {
  judgePasses: 300,
  judged: 400,
  truePositives: 90,
  positives: 100,
  trueNegatives: 32,
  negatives: 40,
};

describe('estimateByRoganGladen', () => {
  it('a judge with rates of .9 and .8 that passes 75 % implies a pass rate of .786', () => {
    const estimate = estimateByRoganGladen(COUNTS);
    // (.75 + .8 − 1) / (.9 + .8 − 1)
    assert.equal(estimate?.rate.toFixed(4), '0.7857');
    assert.deepEqual(
      estimate.interval95.map((end) => end.toFixed(3)),
      ['0.684', '0.887'],
    );
  });

  it('without labels of both classes or with a judge no better than chance there is no estimate', () => {
    assert.equal(estimateByRoganGladen({ ...COUNTS, judgePasses: 0, judged: 0 }), undefined);
    assert.equal(estimateByRoganGladen({ ...COUNTS, truePositives: 0, positives: 0 }), undefined);
    assert.equal(estimateByRoganGladen({ ...COUNTS, trueNegatives: 0, negatives: 0 }), undefined);
    assert.equal(estimateByRoganGladen({ ...COUNTS, truePositives: 20 }), undefined);
  });

  it('a judge without errors on many labels gives about its own pass rate', () => {
    const sure = { truePositives: 1e6, positives: 1e6, trueNegatives: 1e6, negatives: 1e6 };
    const estimate = estimateByRoganGladen({ judgePasses: 17, judged: 20, ...sure });
    assert.equal(estimate?.rate.toFixed(2), '0.85');
    // Agresti and Coull’s interval for 17 of 20.
    assert.deepEqual(
      estimate.interval95.map((end) => end.toFixed(2)),
      ['0.63', '0.96'],
    );
  });

  it('both ends of the interval lie in [0, 1], and an exact judge returns its own pass rate', () => {
    const count = fc.tuple(fc.nat(50), fc.nat(50));
    fc.assert(
      fc.property(count, count, count, (judge, passed, failed) => {
        const run = { judgePasses: judge[0], judged: judge[0] + judge[1] };
        const positives = passed[0] + passed[1];
        const negatives = failed[0] + failed[1];
        const labels = { truePositives: passed[0], positives, trueNegatives: failed[0], negatives };
        const [low, high] = estimateByRoganGladen({ ...run, ...labels })?.interval95 ?? [0, 1];
        assert.ok(0 <= low && low <= high && high <= 1);
        const exact = { truePositives: positives, trueNegatives: negatives, positives, negatives };
        const rate = estimateByRoganGladen({ ...run, ...exact })?.rate;
        assert.ok(rate === undefined || Math.abs(rate - run.judgePasses / run.judged) < 1e-12);
      }),
    );
  });
});
