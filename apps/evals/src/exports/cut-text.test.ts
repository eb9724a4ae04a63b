import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cutText } from './cut-text.ts';

describe('the beginning of a text', () => {
  it('is the text where that is short enough', () => {
    assert.equal(cutText('abc', 3), 'abc');
  });

  it('says that it was cut, and cuts no pair in two', () => {
    assert.equal(cutText('abcd', 3), 'abc…');
    assert.equal(cutText('a👍👍', 2), 'a…');
    assert.equal(cutText('a👍👍', 3), 'a👍…');
  });
});
