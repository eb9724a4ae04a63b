import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createTextCache } from './text-cache.ts';

describe('createTextCache', () => {
  it('derives a text once', () => {
    const cache = createTextCache();
    assert.equal(cache.read('a').tokens, cache.read('a').tokens);
  });

  it('gives up what was not asked for the longest', () => {
    const cache = createTextCache(6);
    const [one, two] = ['one', 'two'].map((text) => cache.read(text));
    assert.equal(cache.read('one'), one);
    cache.read('six');
    assert.equal(cache.read('one'), one);
    assert.notEqual(cache.read('two'), two);
  });

  it('keeps nothing that has no room', () => {
    const cache = createTextCache(2);
    assert.notEqual(cache.read('long'), cache.read('long'));
  });
});
