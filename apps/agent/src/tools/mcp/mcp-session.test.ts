import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  createReconnectingSession,
  isSessionGone,
  openMcpSession,
  toolsHash,
  type ListedTool,
} from './mcp-session.ts';

const URL = 'http://tools.example/mcp';
const ADD = {
  name: 'add',
  title: 'Add',
  description: 'Adds two numbers.',
  inputSchema: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } } },
  outputSchema: { type: 'object', properties: { sum: { type: 'number' } } },
  annotations: { readOnlyHint: true },
  _meta: { owner: 'math' },
};

/** An in-process MCP server that answers each method with the given result. */
function serverOf(results: Readonly<Record<string, object>>): typeof fetch {
  return async (_url, init) => {
    const body: unknown = JSON.parse(typeof init?.body === 'string' ? init.body : '{}');
    const { id, method = '' } = body as { id?: number; method?: string };
    if (id === undefined) return new Response(null, { status: init?.method === 'GET' ? 405 : 202 });
    const initialized = {
      protocolVersion: '2025-06-18',
      capabilities: { tools: {} },
      serverInfo: { name: 'stub', version: '1' },
    };
    const result = method === 'initialize' ? initialized : results[method];
    if (result === undefined) return new Response(null, { status: 404 });
    return Response.json({ jsonrpc: '2.0', id, result });
  };
}

describe('session with an MCP server', () => {
  it('the patterns of an output schema are not run, since they could take forever', async () => {
    const slow = { type: 'object', properties: { x: { type: 'string', pattern: '^(a+)+$' } } };
    const session = await openMcpSession(
      URL,
      serverOf({
        'tools/list': { tools: [{ ...ADD, outputSchema: slow }] },
        'tools/call': {
          content: [{ type: 'text', text: 'done' }],
          structuredContent: { x: `${'a'.repeat(27)}!` },
        },
      }),
    );
    await session.list();
    const result = await session.call('add', {}, new AbortController().signal);
    assert.deepEqual(result, { text: 'done\n{"x":"aaaaaaaaaaaaaaaaaaaaaaaaaaa!"}', failed: false });
    await session.close();
  });

  it('the first 1,000 parts of a result are read, and the number of the others is reported', async () => {
    const content = Array.from({ length: 100_000 }, (_, no) => ({ type: 'text', text: `${no}` }));
    const server = serverOf({
      'tools/list': { tools: [ADD] },
      'tools/call': { content, isError: true },
    });
    const session = await openMcpSession(URL, server);
    const { text, failed } = await session.call('add', {}, new AbortController().signal);
    assert.ok(text.startsWith('0\n1\n2\n'));
    assert.ok(text.endsWith('\n999\n[99000 more parts were left out]'));
    assert.equal(failed, true);
    await session.close();
  });

  it('a session is reopened for a call that the server rejected, never for one that it carried out', async () => {
    const calls: Response[] = [];
    const server = serverOf({ 'tools/list': { tools: [ADD] } });
    const error = (code: number, message: string): object => ({
      jsonrpc: '2.0',
      id: 0,
      error: { code, message },
    });
    const callWith = async (answer: (id: number) => Response): Promise<number> => {
      calls.length = 0;
      const open = (): ReturnType<typeof openMcpSession> =>
        openMcpSession(URL, async (url, init) => {
          const body = typeof init?.body === 'string' ? init.body : '';
          if (!body.includes('tools/call')) return server(url, init);
          calls.push(answer((JSON.parse(body) as { id: number }).id));
          return calls.at(-1) ?? Response.error();
        });
      const session = createReconnectingSession(open);
      const { signal } = new AbortController();
      await assert.rejects(session.use((opened) => opened.call('add', {}, signal), isSessionGone));
      await session.close();
      return calls.length;
    };
    const refused = error(-32_000, 'Bad Request: No valid session ID provided');
    assert.equal(await callWith(() => Response.json(refused, { status: 404 })), 2);
    assert.equal(await callWith(() => Response.json(refused, { status: 400 })), 2);
    const failed = error(-32_603, 'page 404: session not found in the archive');
    assert.equal(await callWith((id) => Response.json({ ...failed, id })), 1);
    const cut = { headers: { 'content-type': 'text/event-stream' } };
    assert.equal(await callWith(() => new Response(': nothing\n\n', cut)), 1);
  });

  it('lists tools with every field that the server sends', async () => {
    const session = await openMcpSession(URL, serverOf({ 'tools/list': { tools: [ADD] } }));
    assert.deepEqual(await session.list(), [ADD]);
    await session.close();
  });
});

describe('toolsHash', () => {
  const hash = toolsHash([ADD]);

  it('toolsHash changes with every field of a tool, including fields that models do not see', () => {
    const changed: readonly ListedTool[] = [
      { ...ADD, name: 'sum' },
      { ...ADD, title: 'Sum' },
      { ...ADD, description: '' },
      { ...ADD, inputSchema: { ...ADD.inputSchema, required: ['a'] } },
      { ...ADD, outputSchema: { type: 'object' } },
      { ...ADD, annotations: { readOnlyHint: false } },
      { ...ADD, _meta: {} },
      { ...ADD, icons: [{ src: 'https://tools.example/icon.png' }] },
    ];
    const hashes = changed.map((tool) => toolsHash([tool]));
    assert.equal(new Set([hash, ...hashes]).size, 1 + changed.length);
  });

  it('toolsHash does not depend on the order of tools and fields', () => {
    const other = { ...ADD, name: 'other' };
    const reversed = Object.fromEntries(Object.entries(ADD).toReversed()) as typeof ADD;
    assert.equal(toolsHash([reversed]), hash);
    assert.equal(toolsHash([ADD, other]), toolsHash([other, ADD]));
  });
});
