import type { JsonPointer } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readReply, type ParsedReply } from './read-reply.ts';
import { REPLY_SHAPES } from './reply-shapes.ts';

function read(body: string, contentType = 'application/json', pointer?: JsonPointer): ParsedReply {
  return readReply({ body, contentType, pointer });
}

function readValue(value: unknown, pointer?: JsonPointer): ParsedReply {
  return read(JSON.stringify(value), 'application/json', pointer);
}

function replyText(value: unknown, pointer?: JsonPointer): string | undefined {
  const reading = readValue(value, pointer);
  return reading.state === 'text' ? reading.text : undefined;
}

describe('readReply', () => {
  for (const { name, examples } of REPLY_SHAPES) {
    it(`readReply finds the text in this shape: ${name}`, () => {
      for (const example of examples) {
        assert.equal(replyText(example), 'Hi', JSON.stringify(example));
      }
    });
  }

  it('readReply rejects bodies whose reply is ambiguous', () => {
    for (const body of [
      { status: 'ok', message: 'success' },
      { status: 'ok', message: 'Your request was handled.' },
      { code: 0, data: 'success' },
      { message: 'Request accepted', data: { job: '7' } },
      { message: 'Hello', text: 'Hi' },
      { message: 'Hello', data: { text: 'Hi' } },
      { data: { answer: 'Hi' }, result: { answer: 'Hello' } },
      { role: 'user', content: 'Hello' },
      { content: [{ title: 'Fees', text: 'A document' }] },
      { data: { content: [{ title: 'Fees', text: 'A document' }] } },
      {
        messages: [
          { role: 'assistant', content: 'Of the turn before' },
          { role: 'user', content: 'Hello' },
        ],
      },
      { status: 'ok', tool_trace: [{ name: 'search', arguments: {} }] },
      { choices: [] },
      [{ text: 'a' }, { text: 'b' }],
      [],
      {},
      null,
    ]) {
      const reading = readValue(body);
      assert.equal(reading.state, 'unreadable', JSON.stringify(body));
      assert.match(reading.message, /^the answer has no reply that can be read: /);
    }
  });

  it('readReply leaves out reasoning and joins Rasa messages by lines', () => {
    const thoughts = [
      { choices: [{ message: { content: [{ type: 'thinking', text: 'Well' }, { text: 'Hi' }] } }] },
      { output: [{ type: 'reasoning', content: [{ text: 'Well' }] }, { content: 'Hi' }] },
    ];
    for (const body of thoughts) assert.equal(replyText(body), 'Hi', JSON.stringify(body));
    const texts = [{ text: 'Hi' }, { image: 'http://x/' }, { text: 'Bye' }];
    assert.equal(replyText(texts.map((item) => ({ recipient_id: 'u', ...item }))), 'Hi\nBye');
  });

  it('a message that only calls tools is an empty reply with tool calls', () => {
    const call = { name: 'search', arguments: { query: 'fees' } };
    const tool_calls = [{ id: 'x', type: 'function', function: call }];
    const bodies = [
      { choices: [{ message: { role: 'assistant', content: null, tool_calls } }] },
      { message: { role: 'assistant', tool_calls } },
      { type: 'ai', content: '', tool_calls },
      { role: 'assistant', content: [{ type: 'tool_use', name: 'search', input: call.arguments }] },
      { output: [{ type: 'function_call', ...call }] },
      {
        candidates: [
          { content: { parts: [{ functionCall: { name: 'search', args: call.arguments } }] } },
        ],
      },
      { messages: [{ type: 'ai', content: '', tool_calls }] },
    ];
    for (const body of bodies) {
      const reading = readValue(body);
      assert.ok(reading.state === 'text' && reading.text === '', JSON.stringify(body));
      assert.deepEqual(reading.toolCalls, [call]);
      assert.deepEqual(reading.flags, ['empty_reply']);
    }
    const pointed = readValue(bodies[0], '/choices/0/message/content');
    assert.ok(pointed.state === 'text' && pointed.text === '');
  });

  it('a message with only reasoning is an empty reply, not an unreadable one', () => {
    for (const body of [
      { role: 'assistant', content: [{ type: 'thinking', thinking: 'Well' }] },
      { choices: [{ message: { role: 'assistant' }, finish_reason: 'length' }] },
      { choices: [{ message: { role: 'assistant', reasoning_content: 'Well' } }] },
      { output: [{ type: 'reasoning', summary: [] }], status: 'incomplete' },
    ]) {
      const reading = readValue(body);
      assert.ok(reading.state === 'text' && reading.text === '', JSON.stringify(body));
      assert.deepEqual(reading.flags, ['empty_reply']);
    }
  });

  it('plain text is read verbatim, even if it begins with a bracket or is a number', () => {
    const texts = [
      'Hello there',
      '[Note] Your card is blocked.',
      '"Quoted" he said',
      '{smile} hello',
      '1.10',
    ];
    for (const text of texts) {
      for (const type of ['text/plain', '']) {
        const reading = read(text, type);
        assert.ok(reading.state === 'text' && reading.text === text, text);
        assert.deepEqual(reading.flags, []);
      }
    }
  });

  it('an HTML page is detected by its body regardless of the content type', () => {
    for (const type of ['text/html', 'application/json', 'text/plain', '']) {
      assert.equal(read('\n<!DOCTYPE html><html></html>', type).state, 'unreadable');
    }
  });

  it('a broken or error response is unreadable and has no proposed location', () => {
    const keys = (count: number): object =>
      Object.fromEntries(Array.from({ length: count }, (_, no) => [`k${no}`, no]));
    for (const [body, type] of [
      ['', 'text/plain'],
      ['  \n', 'application/json'],
      ['{"choices": [{"mess', ''],
      ['plain', 'application/json'],
      ['\u0089PNG', 'image/png'],
      [`{"content": ${'['.repeat(100)}${']'.repeat(100)}}`, 'application/json'],
      [JSON.stringify({ content: 'x', metadata: keys(1001) }), 'application/json'],
      ['<center>502</center>', 'text/html; charset=utf-8'],
      ['{"error": {"message": "no"}}', 'application/json'],
      ['{"error": true, "message": "invalid key"}', 'application/json'],
      ['{"errors": [{"message": "no"}], "data": {"answer": "x"}}', 'application/json'],
      ['{"success": false, "message": "quota"}', 'application/json'],
      ['{"status": "error", "reply": "try later"}', 'application/json'],
      ['{"statusCode": 502, "text": "Bad gateway"}', 'application/json'],
      [
        '{"choices": [{"message": {"content": ""}, "error": {"code": 502, "message": "no"}}]}',
        'application/json',
      ],
      ['{"choices": [{"message": {"content": "H"}, "finish_reason": "error"}]}', ''],
      ['<!-- generated -->\n<html></html>', ''],
    ] as const) {
      for (const pointer of [undefined, '/message']) {
        const reading = read(body, type, pointer);
        assert.ok(reading.state === 'unreadable' && reading.proposedReply === undefined, body);
      }
    }
  });

  it('the message of an error is shown, even if it comes after much data', () => {
    const data = { answer: 'x'.repeat(1000) };
    const late = readValue({ data, errors: [{ message: 'Field "ask" is missing' }] });
    assert.equal(
      late.state === 'unreadable' && late.message,
      'the endpoint answered with an error: Field "ask" is missing',
    );
    const early = readValue({ errors: [{ message: 'Field "ask" is missing', line: 7 }], data });
    assert.match(early.state === 'unreadable' ? early.message : '', /"line":7/);
  });

  it('readReply reads annotations and usage in addition to the text', () => {
    const reading = readValue({
      content: 'Hi',
      metadata: { intent: 'greet' },
      usage: { prompt_tokens: 3, completion_tokens: 4 },
    });
    assert.ok(reading.state === 'text');
    assert.deepEqual(reading.metadata, { intent: 'greet' });
    assert.deepEqual(reading.usage, { input_tokens: 3, output_tokens: 4, total_tokens: 7 });
    const silent = readValue({ content: 'Hi', metadata: {}, usage: null });
    assert.ok(silent.state === 'text' && silent.metadata === undefined && !silent.usage);
  });

  it('text that cannot be stored is repaired and flagged', () => {
    for (const [body, text] of [
      ['{"content": "a\\u0000b"}', 'a\uFFFDb'],
      ['{"content": "x\\ud83d"}', 'x\uFFFD'],
      ['caf\uFFFD', 'caf\uFFFD'],
    ] as const) {
      const reading = read(body, '');
      assert.ok(reading.state === 'text' && reading.text === text, body);
      assert.deepEqual(reading.flags, ['text_repaired']);
    }
    const labelled = read('{"content": "a", "metadata": {"intent": "x\\u0000"}}', '');
    assert.ok(labelled.state === 'text');
    assert.deepEqual(labelled.metadata, { intent: 'x\uFFFD' });
  });
});

describe('target.reply', () => {
  it('target.reply reads text, numbers, booleans and parts in any shape', () => {
    const body = {
      text: 'no',
      'a/b': [{ '~': 'Hi' }],
      n: 7,
      is: true,
      parts: [{ text: 'H' }, 'i'],
    };
    for (const [pointer, text] of [
      ['/a~1b/0/~0', 'Hi'],
      ['/n', '7'],
      ['/is', 'true'],
      ['/parts', 'Hi'],
    ] as const) {
      assert.equal(replyText(body, pointer), text);
    }
  });

  it('a target.reply without text at its location fails with the list of keys', () => {
    const body = { reply: 'Hi there', deep: { of: null }, list: [1, 2] };
    for (const pointer of ['/deep', '/deep/of', '/other', '/list', '/list/length', '/reply/0']) {
      const reading = readValue(body, pointer);
      assert.ok(reading.state === 'unreadable', pointer);
      assert.equal(
        reading.message,
        `the answer has no text at ${pointer}, which target.reply points to: ` +
          'it has the keys reply, deep.of, list[0]. If the reply is at /reply, set target.reply to that.',
      );
    }
    const text = read('Hello', 'text/plain', '/reply');
    assert.ok(text.state === 'unreadable' && text.proposedReply === null);
  });
});

describe('model of a reply', () => {
  for (const [shape, body, model] of [
    ['a completion', { model: 'gpt-4o', choices: [{ message: { content: 'a' } }] }, 'gpt-4o'],
    [
      'a message of the agent backend',
      { content: 'a', response_metadata: { model_name: 'sim/v1' } },
      'sim/v1',
    ],
    ['a response without a model', { reply: 'a' }, undefined],
    ['a response whose model is not text', { reply: 'a', model: { name: 'x' } }, undefined],
  ] as const) {
    it(`readReply reads the model from ${shape}`, () => {
      const reading = readValue(body);
      assert.equal(reading.state === 'text' ? reading.model : 'unread', model);
    });
  }
});
