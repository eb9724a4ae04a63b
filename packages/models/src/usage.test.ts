import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addUsage, readUsage } from './usage.ts';

const CACHED = { cache_read_tokens: 6, cache_write_tokens: 3 };
const USAGE = { input_tokens: 10, output_tokens: 2, total_tokens: 12, ...CACHED };

describe('readUsage', () => {
  it('readUsage reads cached tokens in the shapes of OpenAI, LiteLLM, LangChain and Anthropic', () => {
    const chat = { prompt_tokens: 10, completion_tokens: 2 };
    const others = { input_tokens: 10, output_tokens: 2 };
    const apart = { cache_read_input_tokens: 6, cache_creation_input_tokens: 3 };
    for (const reported of [
      { ...chat, prompt_tokens_details: { cached_tokens: 6, cache_write_tokens: 3 } },
      { ...chat, prompt_tokens_details: { cached_tokens: 6, cache_creation_tokens: 3 }, ...apart },
      { ...chat, prompt_tokens_details: null, ...apart },
      { ...others, input_tokens_details: { cached_tokens: 6, cache_write_tokens: 3 } },
      { ...others, input_token_details: { cache_read: 6, cache_creation: 3 } },
      {
        ...others,
        input_token_details: {
          cache_read: 6,
          cache_creation: 0,
          ephemeral_5m_input_tokens: 2,
          ephemeral_1h_input_tokens: 1,
        },
      },
      { ...others, input_tokens: 1, cache_creation: { ephemeral_5m_input_tokens: 3 }, ...apart },
    ]) {
      assert.deepEqual(readUsage(reported), USAGE, JSON.stringify(reported));
    }
  });

  it('readUsage leaves out cached tokens if there are none or their number is not one', () => {
    const cached = [0, -6, 0.5, 2 ** 53, NaN, '6', null].map((cached_tokens) => ({
      cached_tokens,
    }));
    for (const details of [undefined, null, {}, ...cached, 6]) {
      const reported = { prompt_tokens: 10, completion_tokens: 2, prompt_tokens_details: details };
      const { cache_read_tokens: _read, cache_write_tokens: _write, ...usage } = USAGE;
      assert.deepEqual(readUsage(reported), usage);
    }
  });

  it('readUsage is undefined if more tokens were cached than sent, or without counts', () => {
    const prompt_tokens_details = { cached_tokens: 11 };
    const excess = { prompt_tokens: 10, completion_tokens: 2, prompt_tokens_details };
    for (const reported of [excess, { prompt_tokens: 10 }, {}, null, undefined, 'many']) {
      assert.equal(readUsage(reported), undefined);
    }
  });
});

it('addUsage adds every count, and has no cached tokens if neither side has any', () => {
  const plain = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
  assert.deepEqual(addUsage(plain, plain), { input_tokens: 2, output_tokens: 2, total_tokens: 4 });
  assert.deepEqual(addUsage(USAGE, plain), {
    ...USAGE,
    input_tokens: 11,
    output_tokens: 3,
    total_tokens: 14,
  });
  assert.deepEqual(addUsage(USAGE, USAGE).cache_write_tokens, 6);
});
