import { startService, type Service } from '../support/services/start-service.ts';
import { until } from '../support/services/until.ts';
import { startProvider, type Provider } from './stubs/start-provider.ts';

export interface Agent extends AsyncDisposable {
  readonly service: Service;
  readonly provider: Provider;
  /** For OpenAI clients. */
  readonly baseURL: string;
}

/**
 * Starts the agent backend as a separate process, with a provider that enforces real rules and with these MCP servers.
 */
export async function startAgent(mcpServers: readonly McpServer[] = []): Promise<Agent> {
  await using started = new AsyncDisposableStack(); // disposes of the started parts if a later one does not start
  const provider = started.use(await startProvider());
  const service = started.use(
    await startService('agent', {
      HUB_BASE_URL: `${provider.url}/v1`,
      MCP_SERVERS: JSON.stringify(mcpServers),
    }),
  );
  const servers = mcpServers.length;
  await until(`the tools of ${servers} MCP servers are known`, () => {
    return service.output().split('tool server connected').length > servers;
  });
  const all = started.move();
  return {
    service,
    provider,
    baseURL: `${service.url}/v1`,
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

export interface McpServer {
  readonly name: string;
  readonly url: string;
}
