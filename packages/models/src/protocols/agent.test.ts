import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { agent } from './agent.ts';

function headerOf(model: string): string | undefined {
  const { signal } = new AbortController();
  const call = { model, messages: [], parameters: {}, headers: {}, signal };
  return agent.headers(call)['x-model-id'];
}

describe('agent protocol', () => {
  it('the agent protocol sends non-ASCII model names as UTF-8 bytes in the header', () => {
    assert.equal(headerOf('openai/gpt-4o'), 'openai/gpt-4o');
    for (const model of ['über/x', 'über/模型', 'a/🙂']) {
      const header = headerOf(model) ?? '';
      assert.match(header, /^[\u0020-\u00ff]+$/, 'one character for each byte');
      assert.equal(Buffer.from(header, 'latin1').toString('utf8'), model);
    }
  });
});
