import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { limitOutputTokens, createToolLimit } from './limit-request.ts';
import type { Tool } from '../tools/tool.ts';

describe('limitOutputTokens', () => {
  it('leaves the parameters unchanged without an operator limit', () => {
    assert.deepEqual(limitOutputTokens({ max_tokens: 9000 }, undefined), { max_tokens: 9000 });
    assert.deepEqual(limitOutputTokens({}, undefined), {});
  });

  it('keeps a smaller limit of the caller and lowers a larger one, under the name the caller used', () => {
    for (const name of ['max_tokens', 'max_completion_tokens']) {
      assert.deepEqual(limitOutputTokens({ [name]: 10, top_p: 1 }, 100), { [name]: 10, top_p: 1 });
      assert.deepEqual(limitOutputTokens({ [name]: 101 }, 100), { [name]: 100 });
    }
    const both = { max_tokens: 500, max_completion_tokens: 50 };
    assert.deepEqual(limitOutputTokens(both, 100), { max_tokens: 100, max_completion_tokens: 50 });
  });

  it('replaces a limit that is not a positive number with the operator limit', () => {
    for (const odd of [-1, 0, '9000', Infinity, {}]) {
      assert.deepEqual(limitOutputTokens({ max_tokens: odd }, 100), { max_tokens: 100 });
    }
    assert.deepEqual(limitOutputTokens({ max_completion_tokens: null }, 100), {
      max_completion_tokens: null,
      max_tokens: 100,
    });
  });
});

it('limits own and caller tools to 128, keeps the first ones, and logs once which are left out', () => {
  const logged: { readonly left_out: readonly string[] }[] = [];
  const limit = createToolLimit({ warn: (fields) => void logged.push(fields as never) });
  const tools = Array.from({ length: 130 }, (_, at) => ({ name: `t${at}` }) as Tool);
  assert.equal(limit(tools.slice(0, 127), 1).length, 127);
  assert.deepEqual(logged, []);
  for (let n = 0; n < 2; n += 1) assert.deepEqual(limit(tools, 0), tools.slice(0, 128));
  assert.deepEqual(logged, [{ left_out: ['t128', 't129'] }]);
  assert.equal(limit(tools, 200).length, 0, 'the caller’s own are all kept');
});
