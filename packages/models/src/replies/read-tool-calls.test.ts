import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readReply } from './read-reply.ts';
import { readCallList, readToolCalls } from './read-tool-calls.ts';

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
      {
        tool_calls: [],
        content: [{ type: 'tool_use', name: 'search', input: CALL.arguments }],
      },
      { choices: [{ message: { content: null, function_call: written } }] },
    ];
    for (const shape of shapes) {
      assert.deepEqual(readToolCalls(shape)?.calls, [CALL], JSON.stringify(shape));
    }
  });

  it('a response without a list of calls does not report calls', () => {
    for (const body of [
      null,
      'Hi',
      { content: 'Hi' },
      { content: 'Hi', tool_calls: null },
      { content: [{ type: 'text', text: 'Hi' }] },
      { choices: [{ message: { role: 'assistant', content: 'Hi' } }] },
      { output: [{ name: 'x' }] },
      { tool_calls: [{ odd: 1 }] },
    ]) {
      assert.equal(readToolCalls(body), undefined, JSON.stringify(body));
    }
  });

  it('a response with an empty list of calls reports that no tool was called', () => {
    for (const body of [
      { content: 'Hi', tool_calls: [] },
      { content: 'Hi', tool_trace: [] },
      { content: [{ type: 'text', text: 'Hi' }], tool_calls: [] },
      { choices: [{ message: { content: 'Hi', tool_calls: [] } }] },
      { messages: [{ type: 'ai', content: 'Hi', tool_calls: [] }] },
    ]) {
      assert.deepEqual(readToolCalls(body), { calls: [], isCut: false }, JSON.stringify(body));
    }
  });

  it('a call that the response reports as failed is marked', () => {
    const marks = [
      { failed: true },
      { is_error: true },
      { error: 'no such card' },
      { status: 'error' },
      { success: false },
      { error: { code: 1 } },
      { failed: false, error: null, status: 'ok' },
      { error: {}, success: true },
      { error: [] },
      { error: 'none' },
      { error: 'None' },
      {},
    ];
    const list = marks.map((mark) => ({ name: 'search', arguments: {}, ...mark }));
    assert.deepEqual(
      readCallList(list)?.calls.map(({ failed }) => failed),
      [...Array(6).fill(true), ...Array(6).fill(undefined)],
    );
    const wrapped = [{ function: { name: 'search', arguments: '{}' }, status: 'error' }];
    assert.equal(readCallList(wrapped)?.calls[0]?.failed, true);
    const invalid = {
      content: '',
      tool_calls: [],
      invalid_tool_calls: [
        { name: 'search', args: '{"q', error: 'the arguments are not valid JSON' },
      ],
    };
    assert.deepEqual(readToolCalls(invalid)?.calls, [
      { name: 'search', arguments: '{"q', failed: true },
    ]);
  });

  it('readCallList reads calls that have other keys, no arguments or only a name', () => {
    const list = [
      'search',
      { tool: 'search' },
      { toolName: 'search', input: { a: 1 } },
      { tool_name: 'search', parameters: { a: 1 } },
      { odd: 1 },
    ];
    assert.deepEqual(
      readCallList(list)?.calls.map(({ arguments: given }) => given),
      [{}, {}, { a: 1 }, { a: 1 }],
    );
    assert.deepEqual(readCallList([]), { calls: [], isCut: false });
    for (const value of [undefined, null, 'search', { name: 'search' }, [{ odd: 1 }]]) {
      assert.equal(readCallList(value), undefined);
    }
  });

  it('invalid JSON arguments stay text, long arguments are cut, and NUL characters are replaced', () => {
    const reported = readToolCalls({
      tool_calls: ['{"a', `"${'x'.repeat(20_000)}"`, '"a\0"'].map((text) => ({
        function: { name: 'f', arguments: text },
      })),
    });
    const [broken, long, odd] = reported?.calls ?? [];
    assert.equal(broken?.arguments, '{"a');
    assert.equal(String(long?.arguments).length, 16 * 1024);
    assert.equal(odd?.arguments, '"a\uFFFD"');
    assert.deepEqual([broken?.cut, long?.cut, odd?.cut], [undefined, true, undefined]);
    assert.equal(reported?.isCut, false, 'no call is left out');
  });

  it('of more than 1,000 calls the first 1,000 are kept, and the reply has a flag', () => {
    const list = (count: number): unknown[] =>
      Array.from({ length: count }, () => ({ function: CALL }));
    assert.deepEqual(
      [readCallList(list(1000))?.calls.length, readCallList(list(1000))?.isCut],
      [1000, false],
    );
    assert.deepEqual(
      [readCallList(list(1001))?.calls.length, readCallList(list(1001))?.isCut],
      [1000, true],
    );
    for (const [count, flags] of [
      [1000, []],
      [1001, ['tool_calls_cut']],
    ] as const) {
      const body = JSON.stringify({ content: 'Hi', tool_calls: list(count) });
      const reading = readReply({ body, contentType: 'application/json' });
      assert.ok(reading.state === 'text');
      assert.deepEqual(reading.flags, flags);
    }
  });

  it('a list with a million entries that are not calls is read as fast as one with 10,000', () => {
    const first = { name: 'search', arguments: {} };
    let reads = 0;
    const other = Object.defineProperty({}, 'name', { get: () => void (reads += 1) });
    const list = [first, ...Array.from({ length: 1_000_000 }, () => other)];
    const reported = readCallList(list);
    assert.deepEqual([reported?.calls.length, reported?.isCut], [1, true]);
    assert.ok(reads < 10_000, String(reads));
  });

  it('calls count as left out if any list was too long to be looked at whole', () => {
    const output = [{ type: 'function_call', name: 'search', arguments: '{}' }];
    const long = [...output, ...Array.from({ length: 10_000 }, () => ({ type: 'reasoning' }))];
    assert.equal(readToolCalls({ output: long })?.isCut, true);
    assert.equal(readToolCalls({ output: long.slice(0, 10_000) })?.isCut, false);
    const messages = [{ role: 'assistant', content: 'Hi', tool_calls: long }];
    assert.equal(readToolCalls({ messages })?.isCut, true);
  });

  it('a request for approval of an MCP call is not a call', () => {
    const request = { type: 'mcp_approval_request', name: 'search', arguments: '{}' };
    const made = { type: 'mcp_call', name: 'search', arguments: '{}' };
    assert.equal(readToolCalls({ output: [request] }), undefined);
    assert.equal(readToolCalls({ output: [request, made] })?.calls.length, 1);
  });

  it('the arguments of all calls together are cut after 256 kB, but every call is kept', () => {
    const long = { query: 'x'.repeat(10_000) };
    const list = Array.from({ length: 1000 }, () => ({ name: 'search', arguments: long }));
    const reported = readCallList(list);
    assert.deepEqual([reported?.calls.length, reported?.isCut], [1000, false]);
    assert.deepEqual(reported?.calls[0], { name: 'search', arguments: long });
    assert.deepEqual(reported?.calls[999], { name: 'search', arguments: '', cut: true });
    const stored =
      reported?.calls.map(({ arguments: given }) => JSON.stringify(given).length) ?? [];
    assert.ok(stored.reduce((sum, length) => sum + length, 0) < 270_000);
  });

  it('arguments that are nested too deep stay text', () => {
    const deep = `${'['.repeat(4000)}${']'.repeat(4000)}`;
    const call = { name: 'f', arguments: deep };
    const body = JSON.stringify({ content: 'Hi', tool_calls: [call] });
    const reading = readReply({ body, contentType: 'application/json' });
    assert.ok(reading.state === 'text');
    assert.deepEqual(reading.toolCalls, [call]);
    const [shallow] = readCallList([{ name: 'f', arguments: '[[[1]]]' }])?.calls ?? [];
    assert.deepEqual(shallow?.arguments, [[[1]]]);
  });

  it('a reply with text includes its tool calls', () => {
    const body = { content: 'Hi', tool_trace: [CALL] };
    const reading = readReply({ body: JSON.stringify(body), contentType: 'application/json' });
    assert.ok(reading.state === 'text');
    assert.deepEqual(reading.toolCalls, [CALL]);
  });
});
