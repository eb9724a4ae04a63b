import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { agent, responses, storedResponses } from './protocols.ts';
import type { ModelCall } from './model-call.ts';
import { readReply, type ParsedReply } from '../replies/read-reply.ts';

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

const call: ModelCall = {
  model: 'm',
  messages: [
    { role: 'system', content: 'Be brief' },
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: 'Hello' },
    { role: 'user', content: 'Bye' },
  ],
  parameters: {},
  headers: {},
  signal: new AbortController().signal,
};

describe('the responses protocol', () => {
  it('sends the system prompt as instructions and the conversation as input, and stores nothing', () => {
    assert.deepEqual(responses.body(call), {
      model: 'm',
      instructions: 'Be brief',
      input: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: 'Hello' },
        { role: 'user', content: 'Bye' },
      ],
      store: false,
    });
  });

  it('has no instructions without a system prompt', () => {
    const body = responses.body({ ...call, messages: [{ role: 'user', content: 'Hi' }] });
    assert.doesNotMatch(JSON.stringify(body), /instructions/);
  });

  it('renames the parameters of chat completions', () => {
    const schema = { type: 'object' };
    const parameters = {
      temperature: 0,
      max_tokens: 9,
      reasoning_effort: 'low',
      response_format: { type: 'json_schema', json_schema: { name: 'city', strict: true, schema } },
      tools: [{ type: 'function', function: { name: 'look', parameters: schema } }],
      tool_choice: { type: 'function', function: { name: 'look' } },
    };
    assert.partialDeepStrictEqual(responses.body({ ...call, parameters }), {
      temperature: 0,
      max_output_tokens: 9,
      reasoning: { effort: 'low' },
      text: { format: { type: 'json_schema', name: 'city', strict: true, schema } },
      tools: [{ type: 'function', name: 'look', parameters: schema, strict: false }],
      tool_choice: { type: 'function', name: 'look' },
    });
  });

  it('keeps strict of a tool, and adds strict false only to tools of chat completions', () => {
    const look = { name: 'look', strict: true };
    const own = { type: 'function', name: 'see', parameters: {} };
    const tools = [{ type: 'function', function: look }, own, { type: 'web_search' }];
    assert.partialDeepStrictEqual(responses.body({ ...call, parameters: { tools } }), {
      tools: [{ type: 'function', ...look }, own, { type: 'web_search' }],
    });
    const body = responses.body({ ...call, parameters: { tools } });
    assert.equal(JSON.stringify(body).match(/"strict"/g)?.length, 1);
  });

  it('sends functions and function_call as tools, and leaves out n', () => {
    const functions = [{ name: 'look', parameters: {} }];
    const parameters = { functions, function_call: { name: 'look' }, n: 1 };
    const { tools, tool_choice, ...others } = responses.body({ ...call, parameters }) as Record<
      string,
      unknown
    >;
    assert.deepEqual(tools, [{ type: 'function', name: 'look', parameters: {}, strict: false }]);
    assert.deepEqual(tool_choice, { type: 'function', name: 'look' });
    assert.deepEqual(Object.keys(others).toSorted(), ['input', 'instructions', 'model', 'store']);
    const auto = responses.body({ ...call, parameters: { functions, function_call: 'auto' } });
    assert.partialDeepStrictEqual(auto, { tool_choice: 'auto' });
  });

  it('keeps parameters with the names of the Responses API, which override the renamed ones', () => {
    const parameters = {
      max_tokens: 9,
      max_output_tokens: 10,
      text: { format: { type: 'text' } },
      tools: [{ type: 'web_search' }],
      tool_choice: 'auto',
      store: true,
      model: 'other',
    };
    const { store: _store, model: _model, max_tokens: _tokens, ...kept } = parameters;
    const body = responses.body({ ...call, parameters }) as Record<string, unknown>;
    assert.partialDeepStrictEqual(body, { ...kept, model: 'm', store: false });
    assert.ok(!('max_tokens' in body));
  });

  it('with a session: stores the first response, and continues it with the last message', () => {
    assert.partialDeepStrictEqual(storedResponses.body(call), {
      input: call.messages.slice(1),
      store: true,
    });
    assert.deepEqual(storedResponses.body({ ...call, session: 'resp_1' }), {
      model: 'm',
      instructions: 'Be brief',
      input: [{ role: 'user', content: 'Bye' }],
      previous_response_id: 'resp_1',
      store: true,
    });
  });
});

function read(body: object): ParsedReply {
  return readReply({ body: JSON.stringify(body), contentType: 'application/json' });
}

const message = (...content: readonly object[]): object => ({
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content,
});

describe('a response of the Responses API', () => {
  const base = { object: 'response', status: 'completed', error: null, metadata: {}, model: 'm-1' };

  it('is read without its reasoning, with its usage', () => {
    const reasoning = { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Well' }] };
    const usage = { input_tokens: 2, output_tokens: 3, total_tokens: 5 };
    const output = [reasoning, message({ type: 'output_text', text: 'Hi', annotations: [] })];
    const reading = read({ ...base, output, usage });
    assert.partialDeepStrictEqual(reading, { state: 'text', text: 'Hi', model: 'm-1', usage });
    assert.ok(reading.state === 'text' && reading.metadata === undefined);
  });

  it('is read as far as it goes if it is incomplete', () => {
    const incomplete = {
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
    };
    const said = { ...base, ...incomplete, output: [message({ type: 'output_text', text: 'H' })] };
    assert.partialDeepStrictEqual(read(said), { state: 'text', text: 'H' });
    const thought = { ...base, ...incomplete, output: [{ type: 'reasoning', summary: [] }] };
    assert.partialDeepStrictEqual(read(thought), { text: '', flags: ['empty_reply'] });
  });

  it('has a refusal as its reply, and function calls as tool calls', () => {
    const refusal = message({ type: 'refusal', refusal: 'I cannot.' });
    assert.partialDeepStrictEqual(read({ ...base, output: [refusal] }), { text: 'I cannot.' });
    const made = { type: 'function_call', call_id: 'c', name: 'look', arguments: '{"at":1}' };
    const reading = read({ ...base, output: [{ type: 'reasoning', summary: [] }, made] });
    assert.ok(reading.state === 'text' && reading.text === '');
    assert.match(JSON.stringify(reading.toolCalls), /"name":"look","arguments":\{"at":1\}/);
  });

  it('is an error if it failed', () => {
    const error = { code: 'server_error', message: 'overloaded' };
    const reading = read({ ...base, status: 'failed', error, output: [] });
    assert.ok(reading.state === 'unreadable');
    assert.match(reading.message, /overloaded/);
  });
});
