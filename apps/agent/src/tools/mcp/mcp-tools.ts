import type { Tool } from '../tool.ts';
import { chooseTools } from './choose-tools.ts';
import {
  createReconnectingSession,
  isConnectionLost,
  isSessionGone,
  openMcpSession,
  toolsHash,
  type ListedTool,
  type McpSession,
} from './mcp-session.ts';
import { nameTools } from './name-tools.ts';
import type { ToolResult } from './read-tool-result.ts';
import { repeatWithPauses } from './repeat-with-pauses.ts';

export interface McpServer {
  /** Goes in front of the names of its tools. */
  readonly name: string;
  readonly url: string;
  /** The hash that its tools must have; where it is absent, what they have at first. */
  readonly pin: string | undefined;
  /** Patterns that choose among its tools; none: all of them. */
  readonly tools: readonly string[];
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
  close(): Promise<void>;
}

/**
 * A tool server that may go away and come back; what its tools are must not change meanwhile. It is looked at in the
 * background, so that no request waits for it.
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

  /** Takes the tools for what they are, if that is what they were. */
  async function accept(opened: McpSession): Promise<void> {
    const listed = await opened.list();
    const hash = toolsHash(listed);
    pin ??= hash;
    known = hash === pin ? toOffer(server, listed, call) : NOTHING;
    if (hash === pin) return;
    throw new Error(`its tools are now ${hash} and not ${pin}; look at them, then set that as pin`);
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
      await session.use(accept, () => true); // looking twice does no harm
      report.there(known, pin);
      return true;
    } catch (thrown) {
      known = NOTHING; // a dead server is a server without tools
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
  /** The names that the server gives its tools, and the patterns that match none of them. */
  readonly names: readonly string[];
  readonly unmatched: readonly string[];
}

const NOTHING: Offer = { tools: [], names: [], unmatched: [] };

/** The tools among these that the operator chose, under the names that models call them by. */
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

/** Logs how a server is, and nothing as long as that stays the same. */
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
      log.info({ mcp, tools: tools.length, pin }, 'a tool server is there');
      if (unmatched.length === 0) return;
      const fields = { mcp, patterns: unmatched, tools: names };
      log.warn(fields, 'patterns for the tools of a tool server match none of them');
    },
    unusable(err) {
      const why = err instanceof Error ? err.message : String(err);
      if (isChange(why)) log.warn({ mcp, err }, 'a tool server cannot be used');
    },
  };
}
