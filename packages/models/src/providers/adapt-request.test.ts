import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { adaptRequest } from './adapt-request.ts';

describe('adaptRequest', () => {
  const request = { model: 'openai/o5', parameters: { max_tokens: 100, temperature: 1 } };

  it('calls models and their limit as OpenAI does, where it is OpenAI', () => {
    assert.deepEqual(adaptRequest('https://api.openai.com/v1', request), {
      model: 'o5',
      parameters: { temperature: 1, max_completion_tokens: 100 },
    });
  });

  it('does not touch a limit that has its new name already, nor invent one', () => {
    for (const parameters of [{}, { max_tokens: 5, max_completion_tokens: 3 }]) {
      const known = adaptRequest('https://api.openai.com/v1', { model: 'o5', parameters });
      assert.deepEqual(known.parameters, parameters);
    }
  });

  it('leaves everything as it is for everybody else', () => {
    assert.equal(adaptRequest('https://hub.example/v1', request), request);
  });
});
