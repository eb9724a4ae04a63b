import { bindBearerToken, createFetch, type Egress } from '@fairtrial/egress';
import type { Config } from './config.ts';
import type { McpServerConfig } from './read-mcp-servers.ts';
import { createCurrentTime } from './tools/current-time.ts';
import type { McpLog, McpTools } from './tools/mcp/mcp-tools.ts';
import { createSearxng, createTavily } from './tools/search/search-services.ts';
import { createWebSearch } from './tools/search/web-search.ts';
import type { Tool, Toolbox } from './tools/tool.ts';

const SEARCHES = { tavily: createTavily, searxng: createSearxng };
const MCP_TIMEOUT_MS = 60_000;
const MCP_MAX_BYTES = 4 * 1024 * 1024;

export interface RunningToolbox {
  readonly toolbox: Toolbox;
  close(): Promise<void>;
}

export async function createToolbox(
  egress: Egress,
  config: Config,
  log: McpLog,
): Promise<RunningToolbox> {
  const chosen: readonly string[] = config.builtInTools;
  const builtIn = [createCurrentTime(() => new Date()), ...searchTool(egress, config)];
  const own = builtIn.filter(({ name }) => chosen.includes(name));
  const servers = await connectServers(egress, config.mcpServers, log);
  return {
    toolbox: () => [...own, ...servers.flatMap((server) => server.tools())],
    async close() {
      await Promise.all(servers.map((server) => server.close()));
    },
  };
}

function searchTool(egress: Egress, { search }: Config): readonly Tool[] {
  if (search === undefined) return [];
  const { provider, baseUrl, apiKey } = search;
  const credentials = bindBearerToken(baseUrl, apiKey);
  return [createWebSearch(SEARCHES[provider]({ egress, credentials, baseUrl }))];
}

/** Loads the protocol of tool servers only if there are any. */
async function connectServers(
  egress: Egress,
  servers: readonly McpServerConfig[],
  log: McpLog,
): Promise<readonly McpTools[]> {
  if (servers.length === 0) return [];
  const { createMcpTools } = await import('./tools/mcp/mcp-tools.ts');
  return servers.map((server) => {
    const credentials = bindBearerToken(server.url, server.token);
    const fetch = createFetch(egress, {
      credentials,
      deadlineMs: MCP_TIMEOUT_MS,
      maxBytes: MCP_MAX_BYTES,
    });
    return createMcpTools({ ...server, fetch }, log);
  });
}
