import type { Tool } from '../tool.ts';
import {
  createReconnectingSession,
  isSessionGone,
  openMcpSession,
  toolsHash,
  type ListedTool,
  type McpSession,
} from './mcp-session.ts';

export interface McpServer {
  /** Goes in front of the names of its tools. */
  readonly name: string;
  readonly url: string;
  /** The hash that its tools must have; where it is absent, what they have at first. */
  readonly pin: string | undefined;
  /** The one way out, with the server's own token bound to it. */
  readonly fetch: typeof fetch;
}

export interface McpLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

export interface McpTools {
  /** Those it had when it was last heard of; none where they are not what was pinned. */
  readonly tools: () => readonly Tool[];
  /** Looks again. Never rejects: a dead server is a server without tools. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

/** A tool server that may go away and come back; what its tools are must not change meanwhile. */
export function createMcpTools(server: McpServer, log: McpLog): McpTools {
  let known: readonly Tool[] = [];
  let { pin } = server;

  const session = createReconnectingSession(async () => {
    const opened = await openMcpSession(server.url, server.fetch);
    try {
      await accept(opened);
      return opened;
    } catch (thrown) {
      await opened.close();
      throw thrown;
    }
  });

  /** Takes the tools for what they are, if that is what they were. */
  async function accept(opened: McpSession): Promise<void> {
    const listed = await opened.list();
    const hash = toolsHash(listed);
    pin ??= hash;
    known = hash === pin ? listed.map(toTool) : [];
    if (hash === pin) return;
    throw new Error(`its tools are now ${hash} and not ${pin}; look at them, then set that as pin`);
  }

  function toTool({ name, description = '', inputSchema }: ListedTool): Tool {
    return {
      name: `${server.name}__${name}`.replaceAll(/[^\w-]/g, '_').slice(0, 64),
      description,
      parameters: inputSchema,
      async run(args, signal) {
        const result = await session.use(
          (opened) => opened.call(name, args, signal),
          isSessionGone,
        );
        if (result.failed) throw new Error(result.text || 'the tool failed');
        return result.text;
      },
    };
  }

  return {
    tools: () => known,
    async refresh() {
      try {
        const before = known.length;
        await session.use(accept, () => true); // looking twice does no harm
        if (known.length === before) return;
        log.info({ mcp: server.name, tools: known.length, pin }, 'a tool server is there');
      } catch (err) {
        known = [];
        log.warn({ mcp: server.name, err }, 'a tool server cannot be used');
      }
    },
    close: () => session.close(),
  };
}
