import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { printable, printableLines } from './printable.ts';

describe('printable', () => {
  it('spells out what a terminal would obey', () => {
    assert.equal(printable('a\u001B[31mb\u0007'), String.raw`a\x1b[31mb\x07`);
    assert.equal(printable('c\u009B2Jd\u202Ee'), String.raw`c\x9b2Jd\u{202e}e`);
    assert.equal(printable('f\r\ng\nh\ti'), 'f g h i');
  });

  it('leaves letters of every script and whole emoji alone', () => {
    const text = 'Grüße, 部屋, שלום, 👩‍👩‍👧 ❤️';
    assert.equal(printable(text), text);
  });

  it('keeps lines where there may be some', () => {
    assert.equal(printableLines('a\r\nb\rc\n\u001B'), 'a\nb\nc\n\\x1b');
  });

  it('lets nothing through, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        assert.doesNotMatch(printable(text), /(?![\u200D])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
      }),
    );
  });
});
