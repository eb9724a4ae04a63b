/**
 * An MCP server with 200 tools and some edge cases: two whose names differ only at the end, one with structured content
 * and no text, and one whose call ends the process.
 */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { serveMcp } from './serve-mcp.ts';

const LONG_NAME = 'a_name_that_is_longer_than_providers_take_'.repeat(2);

function text(value: string): { content: { type: 'text'; text: string }[] } {
  return { content: [{ type: 'text', text: value }] };
}

await serveMcp(async (transport) => {
  const server = new McpServer({ name: 'many', version: '1.0.0' });
  server.registerTool('die', { description: 'Never answers.' }, () => process.exit(1));
  server.registerTool(
    'forecast',
    { description: 'Tomorrow’s weather.', outputSchema: { degrees: z.number() } },
    () => ({ content: [], structuredContent: { degrees: 21 } }),
  );
  for (const end of ['one', 'two']) {
    server.registerTool(LONG_NAME + end, { description: `Says ${end}.` }, () => text(end));
  }
  for (let n = 1; n <= 200; n += 1) {
    server.registerTool(`tool_${n}`, { description: `Tool ${n}.` }, () => text(`I am ${n}`));
  }
  await server.connect(transport);
});
