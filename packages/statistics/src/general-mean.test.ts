import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { generalMean } from './general-mean.ts';
import { suiteMean } from './suite-mean.ts';

const CONVERSATIONS = [
  [1, 1, 1, 1],
  [0, 0, 0, 0],
  [1, 0, 1, 1],
];

describe('generalMean', () => {
  it('has the error of the clusters, .300, where pooled turns would claim .149', () => {
    assert.equal(generalMean(CONVERSATIONS).se?.toFixed(3), '0.300');
    assert.equal(suiteMean([CONVERSATIONS.flat()]).se?.toFixed(3), '0.149');
  });

  it('is the t interval of NIST’s heat flow data, 1.4.2.8: mean, sd, n from the e-Handbook', () => {
    // 195 scenarios of one attempt with mean 9.261460 and sd 0.022789: 9.258242 to 9.264679
    const raw = Array.from({ length: 195 }, (_, at) => Math.sin(at));
    const { mean, sd = 1 } = suiteMean([raw]);
    const heat = raw.map((value) => [9.26146 + ((value - mean) / sd) * 0.022789]);
    assert.deepEqual(
      generalMean(heat).ci95?.map((end) => end.toFixed(4)),
      ['9.2582', '9.2647'],
    );
  });

  it('needs two scenarios and one attempt', () => {
    assert.equal(generalMean([[0.5, 0.6, 0.7]]).ci95, undefined);
    assert.ok(generalMean([[0.5], [0.7]]).ci95);
  });
});
