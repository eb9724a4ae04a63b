import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createTextCache } from './text-cache.ts';

describe('createTextCache', () => {
  it('a cached text is derived once', () => {
    const cache = createTextCache();
    assert.equal(cache.read('a').tokens, cache.read('a').tokens);
  });

  it('the text cache evicts the least recently used text', () => {
    const cache = createTextCache(6);
    const [one, two] = ['one', 'two'].map((text) => cache.read(text));
    assert.equal(cache.read('one'), one);
    cache.read('six');
    assert.equal(cache.read('one'), one);
    assert.notEqual(cache.read('two'), two);
  });

  it('the text cache does not keep a text larger than its limit', () => {
    const cache = createTextCache(2);
    assert.notEqual(cache.read('long'), cache.read('long'));
  });
});
