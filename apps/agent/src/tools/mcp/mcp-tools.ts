import type { Tool } from '../tool.ts';
import { chooseTools, nameTools } from './choose-tools.ts';
import {
  createReconnectingSession,
  isConnectionLost,
  isSessionGone,
  openMcpSession,
  toolsHash,
  type ListedTool,
  type McpSession,
} from './mcp-session.ts';
import type { ToolResult } from './read-tool-result.ts';
import { repeatWithPauses } from './repeat-with-pauses.ts';

export interface McpServer {
  /** Prefix of the names of its tools. */
  readonly name: string;
  readonly url: string;
  /** The required hash of its tools; if absent, the hash found first is pinned. */
  readonly pin: string | undefined;
  /** Patterns that select its tools; an empty list selects all. */
  readonly tools: readonly string[];
  /** Sends requests through the egress, with the server's token bound to its origin. */
  readonly fetch: typeof fetch;
}

export interface McpLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

export interface McpTools {
  /** The tools as last listed; empty if the server is down or their hash differs from the pin. */
  readonly tools: () => readonly Tool[];
  close(): Promise<void>;
}

/**
 * The tools of an MCP server that can go down and come back; its tools must not change meanwhile. They are refreshed in
 * the background, so that no request waits for the server.
 */
export function createMcpTools(server: McpServer, log: McpLog): McpTools {
  let known: Offer = NOTHING;
  let { pin } = server;
  const report = createReport(server, log);

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

  /** Lists the tools and offers them if their hash matches the pin. Throws if it does not. */
  async function accept(opened: McpSession): Promise<void> {
    const listed = await opened.list();
    const hash = toolsHash(listed);
    pin ??= hash;
    known = hash === pin ? toOffer(server, listed, call) : NOTHING;
    if (hash === pin) return;
    throw new Error(
      `its tools changed: their hash is ${hash}, not the pinned ${pin}; review them, then set pin to the new hash`,
    );
  }

  async function call(name: string, ...[args, signal]: Parameters<Tool['run']>): Promise<string> {
    const work = (opened: McpSession): Promise<ToolResult> => opened.call(name, args, signal);
    const result = await session.use(work, isSessionGone).catch((thrown: unknown) => {
      if (isConnectionLost(thrown)) looking.now();
      throw thrown;
    });
    if (result.failed) throw new Error(result.text || 'the tool failed');
    return result.text;
  }

  const looking = repeatWithPauses(async () => {
    try {
      await session.use(accept, () => true); // listing is safe to repeat
      report.there(known, pin);
      return true;
    } catch (thrown) {
      known = NOTHING; // an unreachable server offers no tools
      report.unusable(thrown);
      return false;
    }
  });

  return {
    tools: () => known.tools,
    async close() {
      looking.stop();
      await session.close();
    },
  };
}

interface Offer {
  readonly tools: readonly Tool[];
  /** The server's own names of its tools, and the patterns that match none of them. */
  readonly names: readonly string[];
  readonly unmatched: readonly string[];
}

const NOTHING: Offer = { tools: [], names: [], unmatched: [] };

/** Selects the tools that the operator chose, and gives them the names under which models call them. */
function toOffer(
  server: McpServer,
  listed: readonly ListedTool[],
  call: (name: string, ...run: Parameters<Tool['run']>) => Promise<string>,
): Offer {
  const names = listed.map(({ name }) => name);
  const { chosen, unmatched } = chooseTools(names, server.tools);
  const accepted = nameTools(server.name, names);
  const tools = listed.map(({ name, description = '', inputSchema }, at) => ({
    name: accepted[at] ?? name,
    description,
    parameters: inputSchema,
    run: (...run: Parameters<Tool['run']>) => call(name, ...run),
  }));
  return { tools: tools.filter((_, at) => chosen.has(names[at] ?? '')), names, unmatched };
}

interface Report {
  there(offer: Offer, pin: string | undefined): void;
  unusable(thrown: unknown): void;
}

/** Logs the state of a server only when it changes. */
function createReport({ name: mcp }: McpServer, log: McpLog): Report {
  let told = '';
  const isChange = (state: string): boolean => {
    const isOther = state !== told;
    told = state;
    return isOther;
  };
  return {
    there({ tools, names, unmatched }, pin) {
      if (!isChange('there')) return;
      log.info({ mcp, tools: tools.length, pin }, 'tool server connected');
      if (unmatched.length === 0) return;
      const fields = { mcp, patterns: unmatched, tools: names };
      log.warn(fields, 'tool patterns match none of the tools of the server');
    },
    unusable(err) {
      const why = err instanceof Error ? err.message : String(err);
      if (isChange(why)) log.warn({ mcp, err }, 'tool server unavailable');
    },
  };
}
