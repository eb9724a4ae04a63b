import { AGENT_API } from '@fairtrial/contracts';
import { createEgress, isPublicUrl } from '@fairtrial/egress';
import {
  createLogger,
  createMetrics,
  createSecretCutter,
  createServer,
  type Server,
} from '@fairtrial/server';
import { secretsOf, type Config } from './config.ts';
import { createProviders } from './create-providers.ts';
import { createToolbox } from './create-toolbox.ts';
import { addOpenai } from './http/openai-error.ts';
import { addChat } from './http/chat.ts';
import { addCompletions } from './http/completions.ts';
import { addModels, addStudioModels } from './http/models.ts';
import { createReplay } from './http/replay-answers.ts';
import { addResponses } from './http/responses/responses.ts';
import { addSystemPrompt, createAgentLoop } from './loop/run-agent.ts';
import { createToolLimit } from './loop/limit-request.ts';
import { measureAgent } from './loop/measure-agent.ts';
import { chooseProvider, createModelRouter } from './loop/route-model.ts';
import { createTraceText } from './loop/trace-text.ts';
import { createToollessModels } from './loop/toolless-models.ts';

/** Origins from the configuration. An MCP server at a private address is included only if the operator allows it. */
function namedOrigins({ hub, studio, search, mcpServers, egressMode }: Config): readonly string[] {
  const providers = [hub, studio, search].flatMap((provider) => provider?.baseUrl ?? []);
  const servers = mcpServers.filter((one) => one.allowPrivate || egressMode === 'allowlist');
  return [...providers, ...servers.map(({ url }) => url)];
}

export async function createApp(config: Config): Promise<Server> {
  const logger = createLogger({
    service: 'agent',
    level: config.logLevel,
    secrets: secretsOf(config),
  });
  const egress = createEgress({ mode: config.egressMode, allowedOrigins: namedOrigins(config) });
  const metrics = createMetrics('fairtrial-agent');
  const { providers, models } = createProviders(egress, config);
  const tools = await createToolbox(egress, config, logger);
  const routeModel = createModelRouter(config.modelAliases);
  const runAgent = createAgentLoop({
    providerOf: chooseProvider(providers),
    fallback: config.fallbackModel === undefined ? undefined : routeModel(config.fallbackModel),
    toolless: createToollessModels({ log: logger, meter: metrics.meter }),
    toolbox: tools.toolbox,
    limitTools: createToolLimit(logger),
    limits: config.agentLimits,
    traceText: config.traceText
      ? createTraceText(createSecretCutter(secretsOf(config)))
      : undefined,
  });
  const server = await createServer({
    api: AGENT_API,
    logger,
    host: config.host,
    apiKeys: config.apiKeys,
    allowedOrigins: config.allowedOrigins,
    limits: config.requestLimits,
    metrics,
    readiness: [],
  });
  const routes = {
    runAgent: addSystemPrompt(
      config.systemPrompt,
      measureAgent({ meter: metrics.meter, prices: config.modelPrices }, runAgent),
    ),
    routeModel,
    replay: createReplay(),
    isPublicUrl,
  };
  addChat(server, routes);
  await addOpenai(server, (v1) => {
    addCompletions(v1, routes);
    addResponses(v1, routes);
    addModels(v1, models);
  });
  addStudioModels(server, models);
  server.addHook('onClose', async () => {
    await tools.close();
    await egress.close();
  });
  return server;
}
