import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ResponseRequest } from '@fairtrial/contracts';
import { toConversation } from './to-conversation.ts';

function convert(input: unknown, instructions?: string): readonly unknown[] {
  return toConversation(ResponseRequest.parse({ model: 'm', input, instructions }));
}

const call = (id: string): object => ({
  type: 'function_call',
  call_id: id,
  name: 'look',
  arguments: '{}',
});
const result = (id: string): object => ({
  type: 'function_call_output',
  call_id: id,
  output: 'seen',
});
const wireCall = (id: string): object => ({
  id,
  type: 'function',
  function: { name: 'look', arguments: '{}' },
});

/** A field that the provider of a call requires back. */
function encodeKept(id: string): string {
  const kept = { message: {}, calls: { [id]: { extra: id } } };
  return `fairtrial.${Buffer.from(JSON.stringify(kept)).toString('base64url')}`;
}

describe('toConversation', () => {
  it('puts the instructions before a text or a list of messages', () => {
    const expected = [
      { role: 'system', content: 'Be brief' },
      { role: 'user', content: 'Hi' },
    ];
    assert.deepEqual(convert('Hi', 'Be brief'), expected);
    assert.deepEqual(convert([{ role: 'user', content: 'Hi' }], 'Be brief'), expected);
  });

  it('joins the text, reasoning and calls of one answer to one message', () => {
    const input = [
      { role: 'user', content: 'Hi' },
      { type: 'reasoning', summary: [] },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'I look' }] },
      call('a'),
      call('b'),
      result('a'),
      result('b'),
      call('c'),
      result('c'),
      { role: 'assistant', content: [{ type: 'refusal', refusal: 'No.' }] },
    ];
    assert.deepEqual(convert(input), [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'I look', tool_calls: [wireCall('a'), wireCall('b')] },
      { role: 'tool', content: 'seen', tool_call_id: 'a' },
      { role: 'tool', content: 'seen', tool_call_id: 'b' },
      { role: 'assistant', content: null, tool_calls: [wireCall('c')] },
      { role: 'tool', content: 'seen', tool_call_id: 'c' },
      { role: 'assistant', content: 'No.' },
    ]);
  });

  it('joins calls with reasoning or text between them, and puts their results after them', () => {
    const reasoning = (id: string): object => ({
      type: 'reasoning',
      summary: [],
      encrypted_content: encodeKept(id),
    });
    const user = { role: 'user', content: 'Hi' };
    const text = { role: 'assistant', content: 'I look' };
    const calls = [wireCall('a'), wireCall('b')];
    const results = ['a', 'b'].map((id) => ({
      role: 'tool',
      content: 'seen',
      tool_call_id: id,
    }));
    const both = { role: 'assistant', content: null, tool_calls: calls };
    const kept = calls.map((one, at) => ({ extra: 'ab'[at], ...one }));
    assert.deepEqual(
      convert([reasoning('a'), call('a'), reasoning('b'), call('b'), result('a'), result('b')]),
      [{ ...both, tool_calls: kept }, ...results],
    );
    assert.deepEqual(convert([call('a'), text, call('b'), result('b'), result('a')]), [
      { ...both, content: 'I look' },
      ...results,
    ]);
    for (const other of [text, user]) {
      assert.deepEqual(convert([call('a'), call('b'), result('a'), other, result('b')]), [
        both,
        ...results,
        other,
      ]);
    }
    assert.deepEqual(convert([user, result('x')]), [
      user,
      { role: 'tool', content: 'seen', tool_call_id: 'x' },
    ]);
  });

  it('keeps two answers in sequence apart, and leaves out reasoning that has no answer', () => {
    const input = [
      { role: 'assistant', content: 'One' },
      { role: 'assistant', content: 'Two' },
      { type: 'reasoning', summary: [], encrypted_content: 'of another service' },
      { role: 'user', content: 'Hi' },
    ];
    assert.deepEqual(convert(input), [
      { role: 'assistant', content: 'One' },
      { role: 'assistant', content: 'Two' },
      { role: 'user', content: 'Hi' },
    ]);
  });

  it('converts images, and sends a list of parts only if there is more than one text', () => {
    const text = { type: 'input_text', text: 'What is this?' };
    const image = { type: 'input_image', image_url: 'data:image/png;base64,AA', detail: 'low' };
    assert.deepEqual(convert([{ role: 'user', content: [text] }]), [
      { role: 'user', content: 'What is this?' },
    ]);
    assert.deepEqual(convert([{ role: 'user', content: [text, image] }]), [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is this?' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AA', detail: 'low' } },
        ],
      },
    ]);
  });
});
