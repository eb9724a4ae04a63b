import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exampleStats } from '../testing/example-source.ts';
import { metricsOf } from './metrics-of.ts';

describe('the metrics of an export', () => {
  it('have one order, whatever order they come in', () => {
    const names = ['overall', 'metadata.b', 'passes', 'metadata', 'metadata.a', 'token_f1'];
    const stats = Object.fromEntries(names.map((name) => [name, exampleStats()]));
    const sorted = ['token_f1', 'metadata', 'metadata.a', 'metadata.b', 'overall', 'passes'];
    assert.deepEqual(metricsOf(stats), sorted);
  });
});
