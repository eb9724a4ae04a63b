import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ResponseRequest } from '@fairtrial/contracts';
import { toRun } from './to-run.ts';

function run(fields: object): ReturnType<typeof toRun> {
  return toRun(ResponseRequest.parse({ model: 'm', input: 'Hi', ...fields }));
}

describe('toRun', () => {
  it('translates parameters to their names in chat completions, and passes others on', () => {
    const schema = { type: 'object' };
    const { parameters } = run({
      temperature: 0,
      max_output_tokens: 9,
      reasoning: { effort: 'low', summary: 'auto' },
      text: {
        format: { type: 'json_schema', name: 'city', schema, strict: true },
        verbosity: 'low',
      },
      tool_choice: { type: 'function', name: 'look' },
      top_k: 4,
    });
    assert.deepEqual(parameters, {
      temperature: 0,
      max_tokens: 9,
      reasoning_effort: 'low',
      response_format: { type: 'json_schema', json_schema: { name: 'city', schema, strict: true } },
      verbosity: 'low',
      tool_choice: { type: 'function', function: { name: 'look' } },
      top_k: 4,
    });
  });

  it('does not pass on null and what only concerns the Responses interface', () => {
    const { parameters } = run({
      temperature: null,
      store: false,
      background: false,
      previous_response_id: null,
      include: ['reasoning.encrypted_content'],
      truncation: 'auto',
      metadata: { a: 'b' },
      stream_options: { include_obfuscation: false },
      text: { format: { type: 'text' } },
    });
    assert.deepEqual(parameters, {});
  });

  it('offers functions without a description or a schema', () => {
    const look = { name: 'look', description: '', parameters: { type: 'object', properties: {} } };
    const given = { type: 'function', name: 'look' };
    assert.deepEqual(run({ tools: [given] }).callerTools, [look]);
    assert.deepEqual(run({ tools: [{ ...given, strict: true }] }).callerTools, [
      { ...look, strict: true },
    ]);
  });
});
