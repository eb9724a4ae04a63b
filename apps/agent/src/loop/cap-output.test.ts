import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { capOutput } from './cap-output.ts';

describe('capOutput', () => {
  it('says nothing where the operator does not', () => {
    assert.deepEqual(capOutput({ max_tokens: 9000 }, undefined), { max_tokens: 9000 });
    assert.deepEqual(capOutput({}, undefined), {});
  });

  it('lets a smaller limit of the caller be, and cuts a larger one, by the name it has', () => {
    for (const name of ['max_tokens', 'max_completion_tokens']) {
      assert.deepEqual(capOutput({ [name]: 10, top_p: 1 }, 100), { [name]: 10, top_p: 1 });
      assert.deepEqual(capOutput({ [name]: 101 }, 100), { [name]: 100 });
    }
    const both = { max_tokens: 500, max_completion_tokens: 50 };
    assert.deepEqual(capOutput(both, 100), { max_tokens: 100, max_completion_tokens: 50 });
  });

  it('takes what is no count for no limit', () => {
    for (const odd of [-1, 0, '9000', Infinity, {}]) {
      assert.deepEqual(capOutput({ max_tokens: odd }, 100), { max_tokens: 100 });
    }
    assert.deepEqual(capOutput({ max_completion_tokens: null }, 100), {
      max_completion_tokens: null,
      max_tokens: 100,
    });
  });
});
