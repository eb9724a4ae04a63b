import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { semanticSimilarity } from './semantic-similarity.ts';

const number = fc.double({ min: -100, max: 100, noNaN: true });
const vector = fc.array(number, { minLength: 3, maxLength: 3 });

describe('semanticSimilarity', () => {
  it('semanticSimilarity is 0 up to the floor, 1 for the same direction, and linear in between', () => {
    assert.equal(
      semanticSimilarity([1, 0], [0.7, Math.sqrt(1 - 0.49)], 0.7).toFixed(6),
      '0.000000',
    );
    assert.equal(
      semanticSimilarity([1, 0], [0.85, Math.sqrt(1 - 0.7225)], 0.7).toFixed(6),
      '0.500000',
    );
    assert.equal(semanticSimilarity([2, 0], [5, 0], 0.7), 1);
    assert.equal(semanticSimilarity([1, 0], [-1, 0], 0.7), 0);
    assert.equal(semanticSimilarity([1, 0], [0, 1], 0), 0);
  });

  it('semanticSimilarity is in [0, 1], symmetric, and 0 for a zero vector', () => {
    fc.assert(
      fc.property(vector, vector, (a, b) => {
        const likeness = semanticSimilarity(a, b, 0.7);
        assert.ok(likeness >= 0 && likeness <= 1);
        assert.equal(likeness, semanticSimilarity(b, a, 0.7));
        assert.equal(semanticSimilarity(a, [0, 0, 0], 0.7), 0);
      }),
    );
  });
});
