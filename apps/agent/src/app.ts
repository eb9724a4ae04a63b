import { bindCredentials, createEgress, createFetch } from '@assay/egress';
import { withV1Fallback } from '@assay/models';
import { createLogger, createMetrics, createServer, type Server } from '@assay/server';
import { secretsOf, type Config, type HubConfig } from './config.ts';
import { addChat } from './http/chat.ts';
import { addStudioModels } from './http/studio-models.ts';
import type { Provider } from './loop/provider.ts';
import { createAgentLoop } from './loop/run-agent.ts';

const MAX_BYTES = 8 * 1024 * 1024;
const BODY_LIMIT = 16 * 1024 * 1024;

export async function createApp(config: Config): Promise<Server> {
  const { hub, studio } = config;
  const egress = createEgress({
    mode: config.egressMode,
    allowedOrigins: [hub, studio].flatMap((provider) => provider?.baseUrl ?? []),
  });
  /** A provider's key is bound to its origin and to nothing else. */
  const toProvider = ({ baseUrl, apiKey }: HubConfig, organization?: string): Provider => ({
    baseUrl,
    organization,
    deadlineMs: config.modelTimeoutMs,
    fetch: withV1Fallback(
      baseUrl,
      createFetch(egress, {
        credentials: bindCredentials(
          apiKey ? [{ origin: baseUrl, header: 'authorization', secret: apiKey }] : [],
        ),
        deadlineMs: config.modelTimeoutMs,
        maxBytes: MAX_BYTES,
      }),
    ),
  });
  const runAgent = createAgentLoop({
    hub: hub && toProvider(hub),
    studio: studio && toProvider(studio, studio.organization),
  });
  const server = await createServer({
    info: {
      title: 'Assay agent backend',
      description: 'A tool-using agent on the model that x-model-id selects.',
      version: '0.1.0',
      tag: 'agent',
    },
    logger: createLogger({
      service: 'agent',
      level: config.logLevel,
      secrets: secretsOf(config),
    }),
    host: config.host,
    apiKeys: config.apiKeys,
    allowedOrigins: config.allowedOrigins,
    limits: config.requestLimits,
    metrics: createMetrics('assay-agent'),
    bodyLimit: BODY_LIMIT,
    readiness: [],
  });
  addChat(server, runAgent);
  addStudioModels(server, config.studioModels);
  server.addHook('onClose', () => egress.close());
  return server;
}
