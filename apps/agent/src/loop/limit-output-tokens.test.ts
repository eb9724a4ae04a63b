import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { limitOutputTokens } from './limit-output-tokens.ts';

describe('limitOutputTokens', () => {
  it('says nothing where the operator does not', () => {
    assert.deepEqual(limitOutputTokens({ max_tokens: 9000 }, undefined), { max_tokens: 9000 });
    assert.deepEqual(limitOutputTokens({}, undefined), {});
  });

  it('lets a smaller limit of the caller be, and cuts a larger one, by the name it has', () => {
    for (const name of ['max_tokens', 'max_completion_tokens']) {
      assert.deepEqual(limitOutputTokens({ [name]: 10, top_p: 1 }, 100), { [name]: 10, top_p: 1 });
      assert.deepEqual(limitOutputTokens({ [name]: 101 }, 100), { [name]: 100 });
    }
    const both = { max_tokens: 500, max_completion_tokens: 50 };
    assert.deepEqual(limitOutputTokens(both, 100), { max_tokens: 100, max_completion_tokens: 50 });
  });

  it('takes what is no count for no limit', () => {
    for (const odd of [-1, 0, '9000', Infinity, {}]) {
      assert.deepEqual(limitOutputTokens({ max_tokens: odd }, 100), { max_tokens: 100 });
    }
    assert.deepEqual(limitOutputTokens({ max_completion_tokens: null }, 100), {
      max_completion_tokens: null,
      max_tokens: 100,
    });
  });
});
