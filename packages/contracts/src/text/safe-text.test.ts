import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { normalizeText, toHeaderText, toStorable, toStorableJson } from './safe-text.ts';
import { assertTimes } from '../../../../tests/support/measure/assert-times.ts';

describe('toHeaderText', () => {
  it('leaves ASCII unchanged', () => {
    assert.equal(toHeaderText('openai/gpt-4o-mini'), 'openai/gpt-4o-mini');
  });

  it('writes the UTF-8 bytes of a text as Latin-1', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        assert.equal(toHeaderText(text), Buffer.from(text).toString('latin1'));
      }),
    );
  });
});

const anyText = fc.string({ unit: fc.nat(0xffff).map((unit) => String.fromCharCode(unit)) });

describe('toStorable', () => {
  it('leaves ordinary text unchanged', () => {
    for (const text of ['', 'Grüezi 👋', '日本\n\t']) {
      assert.deepEqual(toStorable(text), { text, changed: false });
    }
  });

  it('replaces NUL and lone surrogates and sets changed', () => {
    assert.deepEqual(toStorable('a\0b'), { text: 'a\uFFFDb', changed: true });
    assert.deepEqual(toStorable('x\uD83D'), { text: 'x\uFFFD', changed: true });
    assert.deepEqual(toStorable('\uDC4Bx'), { text: '\uFFFDx', changed: true });
  });

  it('makes any text well formed and free of NUL, keeps its length and is idempotent', () => {
    fc.assert(
      fc.property(anyText, (given) => {
        const { text, changed } = toStorable(given);
        assert.ok(text.isWellFormed() && !text.includes('\0'));
        assert.equal(text.length, given.length);
        assert.equal(changed, text !== given);
        assert.equal(toStorable(text).changed, false);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('toStorableJson', () => {
  it('replaces in every string of a value, including keys', () => {
    const value = { 'k\0': ['a\0', { deep: '\uD800' }], n: 1, none: null, yes: true };
    assert.deepEqual(toStorableJson(value), {
      'k\uFFFD': ['a\uFFFD', { deep: '\uFFFD' }],
      n: 1,
      none: null,
      yes: true,
    });
  });
});

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
