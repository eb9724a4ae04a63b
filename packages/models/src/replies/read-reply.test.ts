import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readReply } from './read-reply.ts';

function replyText(value: unknown): string | undefined {
  const reading = readReply(JSON.stringify(value), 'application/json');
  return reading.state === 'text' ? reading.text : undefined;
}

describe('readReply', () => {
  it('finds the text in every known shape', () => {
    const shapes = [
      { choices: [{ message: { content: 'Hi' } }] },
      { choices: [{ message: { content: [{ type: 'text', text: 'H' }, { text: 'i' }] } }] },
      { choices: [{ message: { content: null, refusal: 'Hi' } }] },
      { choices: [{ text: 'Hi' }] },
      { message: { content: 'Hi' } },
      { content: 'Hi', type: 'ai' },
      { content: [{ type: 'text', text: 'Hi' }] },
      { output_text: 'Hi' },
      { output: [{ type: 'reasoning' }, { content: [{ type: 'output_text', text: 'Hi' }] }] },
      { payload: { message: 'Hi' } },
      { message: 'Hi' },
      { reply: 'Hi' },
      { response: 'Hi' },
      { answer: 'Hi' },
      { output: 'Hi' },
      { generated_text: 'Hi' },
      { completion: 'Hi' },
      { result: 'Hi' },
      { text: 'Hi' },
      [{ generated_text: 'Hi' }],
      'Hi',
    ];
    for (const shape of shapes) assert.equal(replyText(shape), 'Hi', JSON.stringify(shape));
  });

  it('looks in the documented order', () => {
    assert.equal(replyText({ text: 'last', output: 'later', message: 'first' }), 'first');
    assert.equal(replyText({ content: null, reply: 'Hi' }), 'Hi');
  });

  it('takes plain text as it is', () => {
    assert.deepEqual(readReply('Hello there', 'text/plain'), {
      state: 'text',
      text: 'Hello there',
      metadata: undefined,
      usage: undefined,
      toolCalls: undefined,
      model: undefined,
      flags: [],
    });
  });

  it('takes text for text, also where it begins with a bracket', () => {
    for (const text of ['[Note] Your card is blocked.', '"Quoted" he said', '{smile} hello']) {
      const reading = readReply(text, 'text/plain');
      assert.ok(reading.state === 'text' && reading.text === text, text);
      assert.equal(readReply(text, '').state, 'text', text);
    }
  });

  it('gives any other JSON raw and flagged, but not an error', () => {
    const raw = readReply('{"foo": [1]}', 'application/json');
    assert.ok(raw.state === 'text' && raw.text === '{"foo": [1]}');
    assert.deepEqual(raw.flags, ['raw_body']);
    const error = readReply('{"error": {"message": "no"}}', 'application/json');
    assert.equal(error.state, 'unreadable');
  });

  it('flags an empty reply', () => {
    const empty = readReply('{"content": ""}', 'application/json');
    assert.ok(empty.state === 'text' && empty.flags[0] === 'empty_reply');
  });

  it('finds a web page by looking at the body, whatever its content type says', () => {
    for (const type of ['text/html', 'application/json', 'text/plain', '']) {
      assert.equal(readReply('\n<!DOCTYPE html><html></html>', type).state, 'unreadable');
    }
  });

  it('does not take a broken answer for a reply', () => {
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
      ['{"error": true, "message": "invalid key"}', 'application/json'],
      ['<!-- generated -->\n<html></html>', ''],
      ['data: {"x": 1}\n\n', 'text/event-stream'],
    ] as const) {
      assert.equal(readReply(body, type).state, 'unreadable', body);
    }
  });

  it('reads annotations and usage in addition to the text', () => {
    const body = {
      content: 'Hi',
      metadata: { intent: 'greet' },
      usage: { prompt_tokens: 3, completion_tokens: 4 },
    };
    const reading = readReply(JSON.stringify(body), 'application/json');
    assert.ok(reading.state === 'text');
    assert.deepEqual(reading.metadata, { intent: 'greet' });
    assert.deepEqual(reading.usage, { input_tokens: 3, output_tokens: 4, total_tokens: 7 });
    const silent = readReply('{"content": "Hi", "metadata": {}, "usage": null}', '');
    assert.ok(silent.state === 'text' && silent.metadata === undefined && !silent.usage);
  });

  it('makes text storable, and flags it', () => {
    for (const [body, text] of [
      ['{"content": "a\\u0000b"}', 'a\uFFFDb'],
      ['{"content": "x\\ud83d"}', 'x\uFFFD'],
      ['caf\uFFFD', 'caf\uFFFD'],
    ] as const) {
      const reading = readReply(body, '');
      assert.ok(reading.state === 'text' && reading.text === text, body);
      assert.deepEqual(reading.flags, ['text_repaired']);
    }
    const labelled = readReply('{"content": "a", "metadata": {"intent": "x\\u0000"}}', '');
    assert.ok(labelled.state === 'text');
    assert.deepEqual(labelled.metadata, { intent: 'x\uFFFD' });
  });

  it('never throws, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), fc.string(), (body, type) => {
        assert.ok(['text', 'unreadable'].includes(readReply(body, type).state));
      }),
    );
  });
});

describe('readReply reads which model answered', () => {
  for (const [shape, body, model] of [
    ['a completion', { model: 'gpt-4o', choices: [{ message: { content: 'a' } }] }, 'gpt-4o'],
    [
      'a message of our agent backend',
      { content: 'a', response_metadata: { model_name: 'sim/v1' } },
      'sim/v1',
    ],
    ['an answer that does not say', { reply: 'a' }, undefined],
    ['an answer whose model is no text', { reply: 'a', model: { name: 'x' } }, undefined],
  ] as const) {
    it(`in ${shape}`, () => {
      const reading = readReply(JSON.stringify(body), 'application/json');
      assert.equal(reading.state === 'text' ? reading.model : 'unread', model);
    });
  }
});
