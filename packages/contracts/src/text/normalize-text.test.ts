import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { normalizeText } from './normalize-text.ts';

/** Pairs of marks that normalising reorders. */
const PAIRS = ['\u0301\u0323', '\u0323\u0301', '\uff9e\u0334', '\u{1d165}\u0334', '\u0f73\u0f71'];

function leastMs(run: () => void): number {
  const tries = [1, 2, 3].map(() => {
    const start = performance.now();
    run();
    return performance.now() - start;
  });
  return Math.min(...tries);
}

describe('normalizeText', () => {
  it('normalizeText returns what normalize returns for texts with at most 30 marks in a row', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 30 }), (text) => {
        for (const form of ['NFD', 'NFKC'] as const) {
          assert.equal(normalizeText(text, form), text.normalize(form));
        }
      }),
    );
  });

  it('normalizeText takes about ten times as long for ten times as many marks', () => {
    for (const pair of PAIRS) {
      const few = leastMs(() => void normalizeText(pair.repeat(10_000), 'NFKC'));
      const many = leastMs(() => void normalizeText(pair.repeat(100_000), 'NFKC'));
      assert.ok(many < 40 * Math.max(few, 0.5), `${JSON.stringify(pair)}: ${few} and ${many} ms`);
    }
  });
});
