import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readReply } from './read-reply.ts';
import { readToolCalls } from './read-tool-calls.ts';

const CALL = { name: 'search', arguments: { query: 'fees' } };

describe('readToolCalls', () => {
  it('readToolCalls finds the calls in every known shape', () => {
    const written = { name: 'search', arguments: '{"query": "fees"}' };
    const shapes = [
      { content: 'Hi', tool_calls: [], tool_trace: [{ ...written, result: '', failed: false }] },
      { content: '', tool_calls: [{ name: 'search', args: CALL.arguments, type: 'tool_call' }] },
      { choices: [{ message: { content: null, tool_calls: [{ id: 'x', function: written }] } }] },
      { message: { content: 'Hi', tool_calls: [{ function: CALL }] } },
      { output: [{ type: 'reasoning' }, { type: 'function_call', ...written }] },
      {
        candidates: [
          { content: { parts: [{ functionCall: { name: 'search', args: CALL.arguments } }] } },
        ],
      },
      {
        output: { message: { content: [{ toolUse: { name: 'search', input: CALL.arguments } }] } },
      },
      {
        messages: [
          { type: 'ai', tool_calls: [{ name: 'before', args: {} }] },
          { type: 'human', content: 'Fees?' },
          { type: 'ai', tool_calls: [{ name: 'search', args: CALL.arguments }] },
          { type: 'ai', content: 'Hi' },
        ],
      },
      {
        content: [
          { type: 'text', text: 'Hi' },
          { type: 'tool_use', name: 'search', input: CALL.arguments },
        ],
      },
      {
        type: 'ai',
        content: [{ type: 'tool_use', name: 'search', input: CALL.arguments }],
        tool_calls: [{ name: 'search', args: CALL.arguments }],
      },
      {
        reply: 'Hi',
        tool_calls: [CALL],
        messages: [{ type: 'ai', content: 'Hi', tool_calls: [CALL] }],
      },
    ];
    for (const shape of shapes) {
      assert.deepEqual(readToolCalls(shape), [CALL], JSON.stringify(shape));
    }
  });

  it('readToolCalls returns undefined for a response without calls', () => {
    for (const body of [
      null,
      'Hi',
      { content: 'Hi' },
      { tool_calls: [] },
      { output: [{ name: 'x' }] },
    ]) {
      assert.equal(readToolCalls(body), undefined);
    }
  });

  it('invalid JSON arguments stay text, long arguments are cut, and NUL characters are replaced', () => {
    const [broken, long, odd] =
      readToolCalls({
        tool_calls: ['{"a', `"${'x'.repeat(20_000)}"`, '"a\0"'].map((text) => ({
          function: { name: 'f', arguments: text },
        })),
      }) ?? [];
    assert.equal(broken?.arguments, '{"a');
    assert.equal(String(long?.arguments).length, 16 * 1024);
    assert.equal(odd?.arguments, '"a\uFFFD"');
    const many = { tool_calls: Array.from({ length: 500 }, () => ({ function: CALL })) };
    assert.equal(readToolCalls(many)?.length, 100);
  });

  it('arguments that are nested too deep stay text', () => {
    const deep = `${'['.repeat(4000)}${']'.repeat(4000)}`;
    const call = { name: 'f', arguments: deep };
    const body = JSON.stringify({ content: 'Hi', tool_calls: [call] });
    const reading = readReply({ body, contentType: 'application/json' });
    assert.ok(reading.state === 'text');
    assert.deepEqual(reading.toolCalls, [call]);
    const [shallow] = readToolCalls({ tool_calls: [{ name: 'f', arguments: '[[[1]]]' }] }) ?? [];
    assert.deepEqual(shallow?.arguments, [[[1]]]);
  });

  it('a reply with text includes its tool calls', () => {
    const body = { content: 'Hi', tool_trace: [CALL] };
    const reading = readReply({ body: JSON.stringify(body), contentType: 'application/json' });
    assert.ok(reading.state === 'text');
    assert.deepEqual(reading.toolCalls, [CALL]);
  });
});
