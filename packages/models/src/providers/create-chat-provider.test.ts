import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { adaptRequest } from './create-chat-provider.ts';

describe('adaptRequest', () => {
  const request = { model: 'openai/o5', parameters: { max_tokens: 100, temperature: 1 } };

  it('a request to OpenAI uses the bare model name and max_completion_tokens', () => {
    assert.deepEqual(adaptRequest('https://api.openai.com/v1', request), {
      model: 'o5',
      parameters: { temperature: 1, max_completion_tokens: 100 },
    });
  });

  it('an existing max_completion_tokens is kept, and no limit is added', () => {
    for (const parameters of [{}, { max_tokens: 5, max_completion_tokens: 3 }]) {
      const known = adaptRequest('https://api.openai.com/v1', { model: 'o5', parameters });
      assert.deepEqual(known.parameters, parameters);
    }
  });

  it('a request to another provider is unchanged', () => {
    assert.equal(adaptRequest('https://hub.example/v1', request), request);
  });
});
