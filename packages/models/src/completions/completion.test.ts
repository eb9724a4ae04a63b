import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Completion } from './completion.ts';

/** Returns the total that is parsed from this usage. */
function totalOf(usage: unknown): number {
  const choices = [{ message: { content: 'Hi' } }];
  return Completion.parse({ choices, usage }).usage.total_tokens;
}

describe('usage of a completion', () => {
  it("total_tokens is the provider's total, or the sum if it is missing", () => {
    const parts = { prompt_tokens: 11, completion_tokens: 5 };
    for (const total_tokens of [undefined, null, 'many', -1]) {
      assert.equal(totalOf({ ...parts, total_tokens }), 16);
    }
    assert.equal(totalOf(parts), 16);
    assert.equal(totalOf({ prompt_tokens: 11 }), 11);
    assert.equal(totalOf({ ...parts, total_tokens: 20 }), 20, 'it may count more than both');
  });

  it('total_tokens is 0 if the provider reports no usage', () => {
    for (const usage of [undefined, null, {}, 'some']) assert.equal(totalOf(usage), 0);
  });
});
