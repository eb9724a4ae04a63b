import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Serves MCP over streamable HTTP on a free port and prints the port. Every session is connected separately. */
export async function serveMcp(connect: (transport: Transport) => Promise<void>): Promise<void> {
  const sessions = new Map<string, StreamableHTTPServerTransport>();

  async function open(): Promise<StreamableHTTPServerTransport> {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, transport),
    });
    await connect(transport);
    return transport;
  }

  const server = createServer((request, response) => {
    const id = String(request.headers['mcp-session-id'] ?? '');
    const session = sessions.get(id);
    if (session === undefined && id !== '') return void response.writeHead(404).end();
    return void Promise.resolve(session ?? open()).then((transport) =>
      transport.handleRequest(request, response),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
}
