/** Serves an MCP server with stdio transport over HTTP; each session gets its own process. Arguments: its command. */
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { once } from 'node:events';
import { serveMcp } from './serve-mcp.ts';

const [command = '', ...args] = process.argv.slice(2);

/** Waits until the server reports on stderr that it runs, so that the first session does not wait for it. */
async function startServer(): Promise<StdioClientTransport> {
  const stdio = new StdioClientTransport({ command, args, stderr: 'pipe' });
  await stdio.start();
  if (stdio.stderr) await once(stdio.stderr, 'data');
  return stdio;
}

const ready = [await startServer()];

await serveMcp(async (http) => {
  const stdio = ready.pop() ?? (await startServer());
  Object.assign(stdio, { onmessage: (message: JSONRPCMessage) => void http.send(message) });
  Object.assign(http, {
    onmessage: (message: JSONRPCMessage) => void stdio.send(message),
    onclose: () => void stdio.close(),
  });
  await http.start();
});
