import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { splitSearch, splitWords } from './split-words.ts';

describe('the words of a text', () => {
  it('are in lower case, each once, without punctuation', () => {
    const text = 'Order_Id: 17, the ORDER’s ﬁle; naïve';
    const words = ['order', 'id', '17', 'the', 's', 'file', 'naïve'];
    assert.deepEqual(splitWords([text, 'order'], 100), words);
  });

  it('are single characters in scripts without spaces, also next to other letters', () => {
    const words = ['私', 'の', 'sim', 'カ', 'ー', 'ド', 'ที่'];
    assert.deepEqual(splitWords(['私のSIMカード ที่'], 100), words);
  });

  it('are cut, and counted up to the limit', () => {
    assert.deepEqual(splitWords(['x'.repeat(100)], 100), ['x'.repeat(64)]);
    assert.deepEqual(splitWords(['a b a c', 'd'], 3), ['a', 'b', 'c']);
  });

  it('of a search are undefined if it has other characters only, and none if it is empty', () => {
    assert.equal(splitSearch('?!'), undefined);
    assert.deepEqual([splitSearch(' '), splitSearch(undefined)], [[], []]);
  });
});
