import { sortKeys } from '@fairtrial/contracts';
import { EgressError } from '@fairtrial/egress';
import {
  Client,
  ProtocolError,
  SdkHttpError,
  type ClientOptions,
  type JsonSchemaValidator,
} from '@modelcontextprotocol/client';
import { createHash } from 'node:crypto';
import { CONNECTION_LOST, McpTransport } from './mcp-transport.ts';
import { readToolResult, type ToolResult } from './read-tool-result.ts';

/** A tool as its server describes it, including unknown fields. */
export interface ListedTool {
  readonly [field: string]: unknown;
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: object;
}

/** One connection to an MCP server. */
export interface McpSession {
  list(): Promise<readonly ListedTool[]>;
  /** Rejects if the connection is lost; an error of the tool itself is a result. */
  call(name: string, args: object, signal: AbortSignal): Promise<ToolResult>;
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 10_000;
const CALL_TIMEOUT_MS = 30_000;

/**
 * Accepts every result. The library would otherwise compile the output schema of a tool and run its patterns on the
 * result, so an MCP server that sends a slow pattern could block this process.
 */
const acceptAll: NonNullable<ClientOptions['jsonSchemaValidator']> = {
  getValidator<T>(): JsonSchemaValidator<T> {
    return (input) => ({ valid: true, data: input as T, errorMessage: undefined });
  },
};

export async function openMcpSession(url: string, fetchTools: typeof fetch): Promise<McpSession> {
  const client = new Client(
    { name: 'fairtrial', version: '0.1.0' },
    { jsonSchemaValidator: acceptAll },
  );
  const transport = new McpTransport(new URL(url), { fetch: fetchTools });
  await client.connect(transport, { timeout: CONNECT_TIMEOUT_MS });
  return {
    async list() {
      const { tools } = await client.listTools({}, { timeout: CONNECT_TIMEOUT_MS });
      return tools;
    },
    async call(name, args, signal) {
      const asked = { name, arguments: { ...args } };
      return readToolResult(await client.callTool(asked, { signal, timeout: CALL_TIMEOUT_MS }));
    },
    close: () => client.close(),
  };
}

/**
 * True if the call cannot have run: the server is unreachable or does not know the session. After any other failure the
 * tool may have done its work and must not be called twice.
 */
export function isSessionGone(thrown: unknown): boolean {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if (error instanceof EgressError) return error.kind === 'connect' && !error.connected;
    if (error instanceof SdkHttpError) return error.status === 404 || refusesSession(error);
  }
  return false;
}

/** The protocol requires 404 for an unknown session, but many servers answer 400. */
function refusesSession({ status, message }: SdkHttpError): boolean {
  return status === 400 && /session|not initialized/i.test(message);
}

/** True if the server is unreachable or the connection was lost before it answered. */
export function isConnectionLost(thrown: unknown): boolean {
  if (thrown instanceof ProtocolError) return thrown.code === CONNECTION_LOST;
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if (error instanceof EgressError) return true;
  }
  return false;
}

/** Hashes everything that the server sends about its tools, independent of the order of tools and fields. */
export function toolsHash(tools: readonly ListedTool[]): string {
  const texts = tools
    .map((tool) => JSON.stringify(sortKeys(tool)))
    .toSorted((a, b) => (a < b ? -1 : 1));
  return `sha256:${createHash('sha256').update(texts.join('\n')).digest('hex')}`;
}

/** A session that is opened on first use and reopened after it was lost. */
interface ReconnectingSession {
  /** Retries the work once on a new session if `isGone` says that it cannot have run. */
  use<T>(
    work: (session: McpSession) => Promise<T>,
    isGone: (thrown: unknown) => boolean,
  ): Promise<T>;
  close(): Promise<void>;
}

export function createReconnectingSession(open: () => Promise<McpSession>): ReconnectingSession {
  let session: Promise<McpSession> | undefined;
  let isClosed = false;

  async function get(): Promise<McpSession> {
    if (isClosed) throw new Error('the service is shutting down');
    session ??= open();
    const mine = session;
    try {
      return await mine;
    } catch (cause) {
      if (session === mine) session = undefined;
      throw cause;
    }
  }

  /** Drops only the given session: another caller may have opened a new one meanwhile. */
  async function drop(gone: McpSession): Promise<void> {
    if ((await session?.catch(() => undefined)) === gone) session = undefined;
    void gone.close().catch(() => undefined);
  }

  return {
    async use(work, isGone) {
      const opened = await get();
      try {
        return await work(opened);
      } catch (thrown) {
        if (!isGone(thrown)) throw thrown;
        await drop(opened);
        return work(await get());
      }
    },
    async close() {
      isClosed = true;
      const opened = await session?.catch(() => undefined);
      await opened?.close();
    },
  };
}
