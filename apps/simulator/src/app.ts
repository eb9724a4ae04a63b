import { OPERATION_ROUTES } from '@fairtrial/contracts';
import { createLogger, createMetrics, createServer, type Server } from '@fairtrial/server';
import type { Config } from './config.ts';
import { addAgentShape, addPromptShape } from './http/agent-and-prompt.ts';
import { addChatCompletions, addEmbeddings, addModels } from './http/openai.ts';
import { addJobs } from './http/jobs.ts';
import { addLedger, createLedger } from './ledger.ts';
import { addResponses } from './http/responses.ts';
import { loadScript } from './load-script.ts';
import { createSimulator } from './simulator.ts';

/** The simulator is used in load tests, so it must not limit its callers. */
const NO_LIMITS = { requestsPerMinute: 1, requestsAtOnce: 1, requestsInAll: Infinity };

/** Serves one simulator over every protocol of model endpoints. */
export async function createApp(config: Config): Promise<Server> {
  const simulator = createSimulator({
    script: await loadScript(config.batches),
    seed: config.seed,
    latency: config.latency,
    wordsPerSecond: config.wordsPerSecond,
    ledger: createLedger(),
  });
  const server = await createServer({
    api: {
      title: 'Fairtrial simulator',
      description: 'Simulated language models for demos and tests.',
      version: '0.1.0',
      routes: OPERATION_ROUTES,
    },
    logger: createLogger({ service: 'simulator', level: config.logLevel, secrets: [] }),
    host: config.host,
    apiKeys: [],
    allowedOrigins: [],
    limits: NO_LIMITS,
    metrics: createMetrics('fairtrial-simulator'),
    readiness: [],
  });
  addChatCompletions(server, simulator);
  addResponses(server, simulator);
  addEmbeddings(server, simulator);
  addModels(server, simulator);
  addAgentShape(server, simulator);
  addPromptShape(server, simulator);
  addJobs(server, simulator);
  addLedger(server, simulator.ledger);
  return server;
}
