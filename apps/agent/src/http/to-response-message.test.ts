import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { AgentAnswer } from '../loop/agent-event.ts';
import { toResponseMessage } from './to-response-message.ts';

function answerOf(message: object, usage: object = {}): AgentAnswer {
  return {
    model: 'm',
    completion: { choices: [{ message, finish_reason: 'stop', logprobs: null }] },
    usage: { prompt_tokens: 9, completion_tokens: 1, total_tokens: 10, ...usage },
    steps: [],
  } as unknown as AgentAnswer;
}

it('cached tokens have the names of LangChain', () => {
  const message = { role: 'assistant', content: 'Hi', refusal: null, tool_calls: [] };
  const prompt_tokens_details = { cached_tokens: 6, cache_write_tokens: 2 };
  const { usage_metadata } = toResponseMessage(answerOf(message, { prompt_tokens_details }));
  assert.deepEqual(usage_metadata.input_token_details, { cache_read: 6, cache_creation: 2 });
});

it('tool call arguments that are too deeply nested for JSON are passed on as text', () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const calls = [
    { id: '1', name: 'f', arguments: '{"a":[1]}' },
    { id: '2', name: 'f', arguments: deep },
  ];
  const message = { role: 'assistant', content: '', refusal: null, tool_calls: calls };
  const response = toResponseMessage(answerOf(message));
  assert.deepEqual(response.tool_calls, [
    { name: 'f', args: { a: [1] }, type: 'tool_call', id: '1' },
  ]);
  const [invalid] = response.invalid_tool_calls;
  assert.deepEqual(invalid, {
    name: 'f',
    args: deep,
    error: 'the arguments are nested too deep',
    type: 'invalid_tool_call',
    id: '2',
  });
  assert.doesNotThrow(() => JSON.stringify(response));
});
