import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { AgentAnswer } from '../loop/agent-event.ts';
import { toResponseMessage } from './to-response-message.ts';

it('tool call arguments that are too deeply nested for JSON are passed on as text', () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const calls = [
    { id: '1', name: 'f', arguments: '{"a":[1]}' },
    { id: '2', name: 'f', arguments: deep },
  ];
  const message = { role: 'assistant', content: '', refusal: null, tool_calls: calls };
  const answer = {
    model: 'm',
    completion: { choices: [{ message, finish_reason: 'tool_calls', logprobs: null }] },
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
    steps: [],
  } as unknown as AgentAnswer;
  const response = toResponseMessage(answer);
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
