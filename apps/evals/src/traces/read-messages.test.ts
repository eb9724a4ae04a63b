import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { read, show } from '../testing/show-span.ts';
import type { AttributeValue } from './otlp-span.ts';

describe('reading the messages of a span', () => {
  it('a result of a tool that is a string in JSON is read without its quotes', () => {
    const results = {
      '"sun in \\"Paris\\""': 'sun in "Paris"',
      '"a" or "b"': '"a" or "b"',
      '"': '"',
    };
    for (const [given, expected] of Object.entries(results)) {
      const span = read({
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.call.result': given,
      });
      assert.equal(span?.content.output[0]?.text, expected);
    }
  });

  it('a message in JSON with thousands of levels is kept as text', () => {
    const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`;
    const result = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.call.result': deep };
    assert.equal(read(result)?.content.output[0]?.text, deep);
    assert.equal(read({ 'gen_ai.prompt': `[${deep}]` })?.content.input[0]?.text, `[${deep}]`);
  });

  it('roles and kinds named like members of objects are unknown ones', () => {
    for (const name of ['constructor', '__proto__', 'toString']) {
      const span = read({
        'gen_ai.operation.name': name,
        'gen_ai.input.messages': JSON.stringify([{ role: name, content: 'a' }]),
      });
      assert.deepEqual([span?.content.kind, span?.content.input[0]?.role], ['model', 'user']);
    }
  });

  it('an id of a conversation contains no character that cannot be stored', () => {
    const id = read({ 'gen_ai.prompt': 'a', 'session.id': 'a\0b\ud800' })?.namedConversation;
    assert.equal(id, 'a\uFFFDb\uFFFD');
  });

  it('long texts are cut, and ids that no path can contain are ignored', () => {
    const [, , , reply = ''] = show({
      'gen_ai.prompt': 'a',
      'gen_ai.completion': 'x'.repeat(1_000_000),
    });
    assert.ok(reply.length < 65_000, 'redaction cuts it to 32,000 characters');
    for (const id of ['', ' ', '.', '..']) {
      assert.equal(read({ 'gen_ai.prompt': 'a', 'session.id': id })?.namedConversation, null);
    }
    const long = read({ 'gen_ai.prompt': 'a', 'session.id': 'x'.repeat(9999) });
    assert.equal(long?.namedConversation?.length, 500);
  });

  it('attributes of any shape are read without an error', () => {
    const odd: AttributeValue[] = [
      null,
      7,
      true,
      [],
      {},
      '[',
      '[null]',
      '[[[]]]',
      '{"messages":[7]}',
      '[{"role":7,"parts":[null]}]',
      [{ role: 'x' }],
    ];
    const names = [
      'gen_ai.system_instructions',
      'gen_ai.input.messages',
      'gen_ai.output.messages',
      'ai.prompt.messages',
      'ai.response.toolCalls',
      'llm.input_messages.0',
      'gen_ai.prompt.0.content.a',
      'session.id',
      'gen_ai.operation.name',
      '__proto__',
      'gen_ai.prompt.0.__proto__.x',
    ];
    for (const value of odd) {
      for (const name of names)
        assert.doesNotThrow(
          () => read({ 'gen_ai.conversation.id': 'chat-1', [name]: value }),
          name,
        );
    }
    assert.equal(({} as Record<string, unknown>)['x'], undefined);
  });
});
