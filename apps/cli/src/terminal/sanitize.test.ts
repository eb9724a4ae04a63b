import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sanitizeLine, sanitizeText } from './sanitize.ts';

describe('sanitizeLine', () => {
  it('sanitizeLine escapes characters that a terminal would interpret', () => {
    assert.equal(sanitizeLine('a\u001B[31mb\u0007'), String.raw`a\x1b[31mb\x07`);
    assert.equal(sanitizeLine('c\u009B2Jd\u202Ee'), String.raw`c\x9b2Jd\u{202e}e`);
    assert.equal(sanitizeLine('f\r\ng\nh\ti'), 'f g h i');
  });

  it('sanitizeLine keeps letters of every script and whole emoji', () => {
    const text = 'Grüße, 部屋, שלום, 👩‍👩‍👧 ❤️';
    assert.equal(sanitizeLine(text), text);
  });

  it('sanitizeText keeps line breaks', () => {
    assert.equal(sanitizeText('a\r\nb\rc\n\u001B'), 'a\nb\nc\n\\x1b');
  });

  it('sanitizeLine leaves no control character in any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        assert.doesNotMatch(sanitizeLine(text), /(?![\u200D])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
      }),
    );
  });
});
