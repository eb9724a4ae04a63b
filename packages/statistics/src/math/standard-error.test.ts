import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addVariances } from './standard-error.ts';

describe('addVariances', () => {
  it('degrees of freedom of equal parts add up, and a dominant part keeps its own', () => {
    const even = addVariances([
      { variance: 0.01, df: 4 },
      { variance: 0.01, df: 4 },
    ]);
    assert.deepEqual(even, { variance: 0.02, df: 8 });
    const uneven = addVariances([
      { variance: 1, df: 4 },
      { variance: 1e-9, df: 100 },
    ]);
    assert.ok(Math.abs(uneven.df - 4) < 1e-6);
  });

  it('addVariances has no degrees of freedom without variance', () => {
    assert.deepEqual(addVariances([{ variance: 0, df: 4 }]), { variance: 0, df: 0 });
  });
});
