/** An MCP server that speaks stdio, served over HTTP: each session has a process of its own. Arguments: its command. */
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { serveMcp } from './serve-mcp.ts';

const [command = '', ...args] = process.argv.slice(2);

await serveMcp(async (http) => {
  const stdio = new StdioClientTransport({ command, args });
  Object.assign(stdio, { onmessage: (message: JSONRPCMessage) => void http.send(message) });
  Object.assign(http, {
    onmessage: (message: JSONRPCMessage) => void stdio.send(message),
    onclose: () => void stdio.close(),
  });
  await Promise.all([stdio.start(), http.start()]);
});
