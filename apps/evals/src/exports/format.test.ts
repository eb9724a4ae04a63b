import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cutText, sortMetrics } from './format.ts';
import { exampleStats } from '../testing/example-result.ts';

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

describe('the metrics of an export', () => {
  it('have one order, whatever order they come in', () => {
    const names = ['overall', 'metadata.b', 'passes', 'metadata', 'metadata.a', 'token_f1'];
    const stats = Object.fromEntries(names.map((name) => [name, exampleStats()]));
    const sorted = ['token_f1', 'metadata', 'metadata.a', 'metadata.b', 'overall', 'passes'];
    assert.deepEqual(sortMetrics(stats), sorted);
  });
});
