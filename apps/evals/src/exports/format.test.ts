import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cutText, sortMetrics } from './format.ts';
import { exampleStats } from '../testing/example-result.ts';

describe('the beginning of a text', () => {
  it('cutText leaves short texts unchanged', () => {
    assert.equal(cutText('abc', 3), 'abc');
  });

  it('cutText marks the cut and splits no surrogate pair', () => {
    assert.equal(cutText('abcd', 3), 'abc…');
    assert.equal(cutText('a👍👍', 2), 'a…');
    assert.equal(cutText('a👍👍', 3), 'a👍…');
  });
});

describe('the metrics of an export', () => {
  it('sortMetrics returns the same order for any input order', () => {
    const names = ['overall', 'metadata.b', 'passes', 'metadata', 'metadata.a', 'token_f1'];
    const stats = Object.fromEntries(names.map((name) => [name, exampleStats()]));
    const sorted = ['token_f1', 'metadata', 'metadata.a', 'metadata.b', 'overall', 'passes'];
    assert.deepEqual(sortMetrics(stats), sorted);
  });
});
