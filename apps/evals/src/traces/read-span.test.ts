import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { show, type Given } from '../testing/show-span.ts';

const json = JSON.stringify;
const SYSTEM = 'Be brief.';
const EXPECTED = [
  'model gpt-5 12 3 chat-1 -',
  'system Be brief.',
  'user Where is 7?',
  'assistant find({"id":7})#c1',
  'tool On its way. c1',
  '->',
  'assistant It is on its way.',
];

describe('readSpan', () => {
  const usage = { 'gen_ai.usage.input_tokens': 12, 'gen_ai.usage.output_tokens': 3 };
  const current = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'openai',
    'gen_ai.response.model': 'gpt-5',
    'gen_ai.conversation.id': 'chat-1',
    ...usage,
  };
  const content = {
    'gen_ai.system_instructions': json([{ type: 'text', content: SYSTEM }]),
    'gen_ai.input.messages': json([
      { role: 'user', parts: [{ type: 'text', content: 'Where is 7?' }] },
      {
        role: 'assistant',
        parts: [{ type: 'tool_call', id: 'c1', name: 'find', arguments: { id: 7 } }],
      },
      { role: 'tool', parts: [{ type: 'tool_call_response', id: 'c1', response: 'On its way.' }] },
    ]),
    'gen_ai.output.messages': json([
      {
        role: 'assistant',
        parts: [
          { type: 'reasoning', content: 'hm' },
          { type: 'text', content: 'It is on its way.' },
        ],
      },
    ]),
  };

  it('the current GenAI conventions are read from attributes', () => {
    assert.deepEqual(show({ ...current, ...content }), EXPECTED);
  });

  it('the current GenAI conventions are read from structured attributes', () => {
    const parsed = Object.entries(content).map(([key, text]) => [key, JSON.parse(text)] as const);
    assert.deepEqual(show({ ...current, ...Object.fromEntries(parsed) }), EXPECTED);
  });

  it('the current GenAI conventions are read from the event with the details of the call', () => {
    const events = [['gen_ai.client.inference.operation.details', content]] as const;
    assert.deepEqual(show(current, { events }), EXPECTED);
  });

  it('the earlier GenAI conventions are read from an event for each message', () => {
    const calls = json([
      { id: 'c1', type: 'function', function: { name: 'find', arguments: '{"id": 7}' } },
    ]);
    const events = [
      ['gen_ai.system.message', { content: SYSTEM }],
      ['gen_ai.user.message', { content: 'Where is 7?' }],
      ['gen_ai.assistant.message', { tool_calls: calls }],
      ['gen_ai.tool.message', { id: 'c1', content: 'On its way.' }],
      [
        'gen_ai.choice',
        { index: 0, message: json({ role: 'assistant', content: 'It is on its way.' }) },
      ],
    ] as const;
    assert.deepEqual(show({ ...current, 'gen_ai.system': 'openai' }, { events }), EXPECTED);
  });

  it('the earlier GenAI conventions are read from events with prompt and completion', () => {
    const events = [
      ['gen_ai.content.prompt', { 'gen_ai.prompt': json([{ role: 'user', content: 'Hi' }]) }],
      [
        'gen_ai.content.completion',
        { 'gen_ai.completion': json([{ role: 'assistant', content: 'Hello' }]) },
      ],
    ] as const;
    assert.deepEqual(show({ 'gen_ai.request.model': 'm' }, { events }), [
      'model m - - - -',
      'user Hi',
      '->',
      'assistant Hello',
    ]);
  });

  it('the earlier GenAI conventions are read from numbered attributes, as Traceloop writes them', () => {
    const attributes = {
      'llm.request.type': 'chat',
      'gen_ai.request.model': 'gpt-5',
      'gen_ai.usage.prompt_tokens': 12,
      'gen_ai.usage.completion_tokens': 3,
      'traceloop.association.properties.session_id': 'chat-1',
      'gen_ai.prompt.0.role': 'system',
      'gen_ai.prompt.0.content': SYSTEM,
      'gen_ai.prompt.1.role': 'user',
      'gen_ai.prompt.1.content': json([{ type: 'text', text: 'Where is 7?' }]),
      'gen_ai.prompt.2.role': 'assistant',
      'gen_ai.prompt.2.tool_calls.0.id': 'c1',
      'gen_ai.prompt.2.tool_calls.0.name': 'find',
      'gen_ai.prompt.2.tool_calls.0.arguments': '{"id": 7}',
      'gen_ai.prompt.3.role': 'tool',
      'gen_ai.prompt.3.content': 'On its way.',
      'gen_ai.prompt.3.tool_call_id': 'c1',
      'gen_ai.completion.0.role': 'assistant',
      'gen_ai.completion.0.content': 'It is on its way.',
    };
    assert.deepEqual(show(attributes), EXPECTED);
  });

  it('OpenInference is read from numbered attributes', () => {
    const attributes = {
      'openinference.span.kind': 'LLM',
      'llm.model_name': 'gpt-5',
      'llm.token_count.prompt': 12,
      'llm.token_count.completion': 3,
      'session.id': 'chat-1',
      'input.value': '{"messages": []}',
      'llm.input_messages.0.message.role': 'system',
      'llm.input_messages.0.message.content': SYSTEM,
      'llm.input_messages.1.message.role': 'user',
      'llm.input_messages.1.message.contents.0.message_content.type': 'text',
      'llm.input_messages.1.message.contents.0.message_content.text': 'Where is 7?',
      'llm.input_messages.2.message.role': 'assistant',
      'llm.input_messages.2.message.tool_calls.0.tool_call.id': 'c1',
      'llm.input_messages.2.message.tool_calls.0.tool_call.function.name': 'find',
      'llm.input_messages.2.message.tool_calls.0.tool_call.function.arguments': '{"id": 7}',
      'llm.input_messages.3.message.role': 'tool',
      'llm.input_messages.3.message.content': 'On its way.',
      'llm.input_messages.3.message.tool_call_id': 'c1',
      'llm.output_messages.0.message.role': 'assistant',
      'llm.output_messages.0.message.content': 'It is on its way.',
    };
    assert.deepEqual(show(attributes), EXPECTED);
  });

  it('the AI SDK is read from its own attributes', () => {
    const attributes = {
      'ai.operationId': 'ai.streamText.doStream',
      'ai.model.id': 'gpt-5',
      'ai.usage.promptTokens': 12,
      'ai.usage.completionTokens': 3,
      'ai.telemetry.metadata.sessionId': 'chat-1',
      'ai.prompt.messages': json([
        { role: 'system', content: SYSTEM },
        { role: 'user', content: [{ type: 'text', text: 'Where is 7?' }] },
        {
          role: 'assistant',
          content: [{ type: 'tool-call', toolCallId: 'c1', toolName: 'find', input: { id: 7 } }],
        },
        {
          role: 'tool',
          content: [
            {
              type: 'tool-result',
              toolCallId: 'c1',
              output: { type: 'text', value: 'On its way.' },
            },
          ],
        },
      ]),
      'ai.response.text': 'It is on its way.',
    };
    assert.deepEqual(show(attributes), EXPECTED);
  });

  it('the calls in a response of the AI SDK are read', () => {
    const attributes = {
      'ai.operationId': 'ai.generateText.doGenerate',
      'ai.prompt.messages': json([{ role: 'user', content: 'Hi' }]),
      'ai.response.toolCalls': json([{ toolCallId: 'c1', toolName: 'find', input: '{"id":7}' }]),
    };
    assert.deepEqual(show(attributes).slice(-1), ['assistant find({"id":7})#c1']);
  });

  it('tools are read from spans of all conventions', () => {
    const expected = ['tool - - - - -', '->', 'tool {"found":true} find({"id":7})#c1 find c1'];
    const cases: Given[] = [
      {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'find',
        'gen_ai.tool.call.id': 'c1',
        'gen_ai.tool.call.arguments': '{"id": 7}',
        'gen_ai.tool.call.result': { found: true },
      },
      {
        'openinference.span.kind': 'TOOL',
        'tool.name': 'find',
        'tool_call.id': 'c1',
        'input.value': '{"id": 7}',
        'output.value': '{"found": true}',
      },
      {
        'ai.operationId': 'ai.toolCall',
        'ai.toolCall.name': 'find',
        'ai.toolCall.id': 'c1',
        'ai.toolCall.args': '{"id":7}',
        'ai.toolCall.result': '{"found":true}',
      },
    ];
    for (const attributes of cases) assert.deepEqual(show(attributes), expected);
  });

  it('a failed call has the message of its status, of its exception, or the type of its error', () => {
    const call = { 'gen_ai.operation.name': 'chat', 'error.type': 'timeout' };
    const events = [['exception', { 'exception.message': 'no answer' }]] as const;
    assert.deepEqual(show(call, { error: 'too slow', events })[0], 'model - - - - too slow');
    assert.deepEqual(show(call, { error: '', events })[0], 'model - - - - no answer');
    assert.deepEqual(show(call, { error: '' })[0], 'model - - - - timeout');
  });

  it('a span without messages counts only if it names a conversation', () => {
    assert.deepEqual(show({ 'http.route': '/chat' }), ['nothing']);
    assert.deepEqual(show({ 'gen_ai.operation.name': 'embeddings' }), ['nothing']);
    assert.deepEqual(show({ 'http.route': '/chat', 'session.id': 's' })[0], 'link - - - s -');
    assert.deepEqual(
      show({ 'gen_ai.operation.name': 'invoke_agent', 'session.id': 's' })[0],
      'link - - - s -',
    );
  });
});
