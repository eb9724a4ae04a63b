import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { EgressError } from '@assay/egress';
import { createHash } from 'node:crypto';

/** A tool as its server describes it. */
export interface ListedTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: object;
}

/** One connection to a tool server. */
export interface McpSession {
  list(): Promise<readonly ListedTool[]>;
  /** Rejects where the connection is gone; what the tool itself finds wrong is a result. */
  call(name: string, args: object, signal: AbortSignal): Promise<ToolResult>;
  close(): Promise<void>;
}

export interface ToolResult {
  readonly text: string;
  readonly failed: boolean;
}

const CONNECT_MS = 10_000;
const CALL_MS = 30_000;

export async function openMcpSession(url: string, fetchTools: typeof fetch): Promise<McpSession> {
  const client = new Client({ name: 'assay', version: '0.1.0' });
  const transport = new StreamableHTTPClientTransport(new URL(url), { fetch: fetchTools });
  await client.connect(transport, { timeout: CONNECT_MS });
  return {
    async list() {
      const { tools } = await client.listTools({}, { timeout: CONNECT_MS });
      return tools;
    },
    async call(name, args, signal) {
      const asked = { name, arguments: { ...args } };
      return toResult(await client.callTool(asked, { signal, timeout: CALL_MS }));
    },
    close: () => client.close(),
  };
}

/**
 * Whether a call cannot have been made: nobody is there, or nobody who knows our session. After any other
 * failure the tool may have done its work, and is not asked to do it twice.
 */
export function isGone(thrown: unknown): boolean {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if (error instanceof EgressError) return error.kind === 'connect' && !error.connected;
    if (/\b404\b|session not found/i.test(error.message)) return true;
  }
  return false;
}

/** Of everything a model is told of them, whatever order it comes in. */
export function hashOf(tools: readonly ListedTool[]): string {
  const told = tools
    .map(({ name, description, inputSchema }) => JSON.stringify([name, description, inputSchema]))
    .toSorted((a, b) => (a < b ? -1 : 1));
  return `sha256:${createHash('sha256').update(told.join('\n')).digest('hex')}`;
}

interface CallResult {
  readonly content?: readonly { readonly type: string; readonly text?: string }[];
  readonly isError?: boolean | undefined;
}

function toResult(result: unknown): ToolResult {
  const { content = [], isError = false } = result as CallResult;
  return { text: content.map(({ type, text }) => text ?? `[${type}]`).join('\n'), failed: isError };
}
