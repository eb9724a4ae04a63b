import { createEgress } from '@assay/egress';
import { createLogger, createMetrics, createServer, type Server } from '@assay/server';
import { secretsOf, type Config } from './config.ts';
import { createProviders } from './create-providers.ts';
import { addChat } from './http/chat.ts';
import { addCompletions } from './http/completions.ts';
import { addModels } from './http/models.ts';
import { addStudioModels } from './http/studio-models.ts';
import { chooseProvider } from './loop/choose-provider.ts';
import { routeModel } from './loop/route-model.ts';
import { createAgentLoop } from './loop/run-agent.ts';
import { createCurrentTime } from './tools/current-time.ts';

const BODY_LIMIT = 16 * 1024 * 1024;

export async function createApp(config: Config): Promise<Server> {
  const egress = createEgress({
    mode: config.egressMode,
    allowedOrigins: [config.hub, config.studio].flatMap((provider) => provider?.baseUrl ?? []),
  });
  const { providers, models } = createProviders(egress, config);
  const tools = [createCurrentTime(() => new Date())];
  const runAgent = createAgentLoop({
    providerOf: chooseProvider(providers),
    fallback: config.fallbackModel === undefined ? undefined : routeModel(config.fallbackModel),
    toolless: new Set(),
    toolbox: () => tools,
    limits: config.agentLimits,
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
  addCompletions(server, runAgent);
  addModels(server, models);
  addStudioModels(server, models);
  server.addHook('onClose', () => egress.close());
  return server;
}
