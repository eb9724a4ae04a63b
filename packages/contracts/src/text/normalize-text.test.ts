import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertTimes } from '../../../../tests/support/measure/assert-times.ts';
import { normalizeText } from './normalize-text.ts';

/** Pairs of marks that normalising reorders. */
const PAIRS = ['\u0301\u0323', '\u0323\u0301', '\uff9e\u0334', '\u{1d165}\u0334', '\u0f73\u0f71'];
/** Ten times as many marks take as long as ten texts with these marks, and ten times as long if it is quadratic. */
const MOST = 4;

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
      const [few, many] = [pair.repeat(10_000), pair.repeat(100_000)];
      assertTimes(MOST, JSON.stringify(pair), {
        work: () => normalizeText(many, 'NFKC'),
        bare: () => Array.from({ length: 10 }, () => normalizeText(few, 'NFKC')),
      });
    }
  });
});
