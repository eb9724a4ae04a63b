import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { normalise } from './normalise.ts';
import { segment, tokenise } from './normalise.ts';

describe('tokenise', () => {
  it('tokenise finds words in scripts without spaces', () => {
    assert.ok(tokenise(normalise('今日は天気がいいです')).length > 2);
    assert.ok(tokenise(normalise('สวัสดีครับ')).length > 1);
  });

  it('tokenise equals the segmenter for every letter that it splits at spaces', () => {
    for (let code = 0x20; code < 0x600; code += 1) {
      const letter = String.fromCodePoint(code);
      const text = normalise(`a${letter}b ${letter} 1${letter}2 ${letter}${letter}`);
      assert.deepEqual(tokenise(text), segment(text), code.toString(16));
    }
  });

  it('tokenise returns no words for an empty text', () => {
    assert.deepEqual(tokenise(normalise(' … ')), []);
  });
});
