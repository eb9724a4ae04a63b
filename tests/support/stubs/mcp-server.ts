/** A real MCP server over streamable HTTP, as a separate process so that it can be killed. */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { z } from 'zod';

/** A test may change the description of the tool and add an argument. */
const [port = '0', description = 'Adds two numbers.', more] = process.argv.slice(2);
const extra = more === undefined ? {} : { [more]: z.string().optional() };
const transports = new Map<string, StreamableHTTPServerTransport>();

function createAdder(): McpServer {
  const server = new McpServer({ name: 'adder', version: '1.0.0' });
  server.registerTool(
    'add',
    { description, inputSchema: { a: z.number(), b: z.number(), ...extra } },
    ({ a, b }) => ({ content: [{ type: 'text', text: String(a + b) }] }),
  );
  // Prints that it was called, and never answers.
  server.registerTool('hang', {}, async () => {
    process.stdout.write('called\n');
    return new Promise<never>(() => undefined);
  });
  return server;
}

createServer((request, response) => {
  const id = String(request.headers['mcp-session-id'] ?? '');
  const known = transports.get(id);
  const work = async (): Promise<void> => {
    if (known) return known.handleRequest(request, response);
    if (id !== '') {
      response
        .writeHead(404)
        .end('{"jsonrpc":"2.0","error":{"code":-32001,"message":"Session not found"},"id":null}');
      return undefined;
    }
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (session) => void transports.set(session, transport),
    });
    await createAdder().connect(transport);
    return transport.handleRequest(request, response);
  };
  void work();
}).listen(Number(port), '127.0.0.1', () => process.stdout.write('listening\n'));
