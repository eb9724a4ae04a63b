import { EVALUATION_API } from '@fairtrial/contracts';
import { createEndpoint } from '@fairtrial/models';
import {
  createMetrics,
  createServer,
  limitProject,
  type Logger,
  type Metrics,
  type Server,
} from '@fairtrial/server';
import { randomUUIDv7 } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { openAgentProxy } from './agent/agent-proxy.ts';
import type { Config } from './config.ts';
import { bindAgentKey, createEndpointEgress } from './create-endpoint-egress.ts';
import { countAttempts } from './db/attempts/count-attempts.ts';
import { CHECK_ANSWER_MS, checkWritable, type Database } from './db/connection/open-database.ts';
import { addConsole } from './http/console.ts';
import { addDatasetChanges, addDatasets, addDiff, addScenarios } from './http/datasets.ts';
import { addImport } from './http/import.ts';
import { addAgent, addSettings, addTargets } from './http/project.ts';
import { addCompare, addInteractions, addLabels, addRows } from './http/results.ts';
import type { SearchServices } from './http/route-helpers.ts';
import { addEvents, addExport } from './http/run-files.ts';
import { addEvaluate, addPlan, addRunActions, addRuns, addTestCall } from './http/runs.ts';
import { addConversations, addTraces } from './http/traces.ts';
import type { Engine } from './open-engine.ts';
import type { AvailableModels } from './runs/plan/plan-grading.ts';
import { viewSettings } from './view-settings.ts';

/** Searches, and exports, that one project may have in progress in this process. */
const READS_AT_ONCE = 4;
/** Checking many patterns and schemas can take a second. */
const PLANS_AT_ONCE = 2;

interface AppOptions {
  readonly config: Config;
  readonly logger: Logger;
  readonly engine: Engine;
}

/** Maximum time that requests keep waiting for a run while the server drains. */
const WAIT_MS = 20_000;
const CONSOLE_FOLDER = fileURLToPath(new URL('../../../dist/console', import.meta.url));

/** The HTTP server of the evaluation service. A process with the role `worker` serves no runs: health, metrics and documents. */
export async function createApp({ config, logger, engine }: AppOptions): Promise<Server> {
  const metrics = createMetrics('fairtrial-evals');
  measureBacklog(metrics, engine.database);
  const server = await createServer({
    api: EVALUATION_API,
    logger,
    host: config.host,
    apiKeys: config.apiKeys,
    allowedOrigins: config.allowedOrigins,
    limits: config.requestLimits,
    metrics,
    readiness: [
      {
        name: 'database',
        check: () => checkWritable(engine.database.within(CHECK_ANSWER_MS)),
      },
    ],
  });
  const [draining, closing] = [new AbortController(), new AbortController()];
  if (config.role !== 'worker') {
    const { limits, maxConcurrency, modelPrices: prices } = config;
    const { defaultBranch, projectCaps: caps } = config;
    const models = listModels(config);
    const simulated = config.isSimulated ? { addresses: simulatedAddresses(config) } : undefined;
    const plan = { defaultBranch, limits, maxConcurrency, simulated, models, prices };
    const start = { ...plan, newId: randomUUIDv7, caps };
    addEvaluate(server, { ...engine, ...start, closing: closing.signal });
    const searchGuard = limitProject({ what: 'searches', atOnce: READS_AT_ONCE });
    const exportGuard = limitProject({ what: 'exports', atOnce: READS_AT_ONCE });
    const searches = { database: engine.reads, searchGuard };
    const planGuard = limitProject({ what: 'plans', atOnce: PLANS_AT_ONCE });
    addPlan(server, { ...plan, ...searches, newId: randomUUIDv7, planGuard });
    addRuns(server, { ...engine, exportGuard });
    addRunActions(server, { ...engine, models, prices, caps });
    addInteractions(server, searches);
    addRows(server, searches);
    addEvents(server, { ...engine, draining: draining.signal });
    addExport(server, { database: engine.reads, exportGuard });
    addCompare(server, { ...engine, defaultBranch, ...searches });
    addLabels(server, { ...engine, searchGuard });
    addSettings(server, viewSettings(config, EVALUATION_API.version), engine);
    addStored(server, engine, searches);
    await addTraces(server, { ...engine, settings: config.traces, metrics });
    addOutboundRoutes(server, config, engine);
    await addConsole(server, CONSOLE_FOLDER);
  }
  server.addHook('preClose', async () => {
    draining.abort();
    setTimeout(() => closing.abort(), WAIT_MS).unref();
  });
  return server;
}

/** The models and own scorers that runs can use. */
function listModels({ judges, embeddings, user, ownScorers }: Config): AvailableModels {
  return {
    judges: judges?.models ?? [],
    embeddings: embeddings?.model,
    user: user?.model,
    ownScorers: ownScorers.map(({ name }) => name),
  };
}

/** Routes of what projects store for their runs. */
function addStored(server: Server, engine: Engine, searches: SearchServices): void {
  addTargets(server, engine);
  addConversations(server, searches);
  addImport(server);
  addDatasets(server, searches);
  addScenarios(server, searches);
  addDiff(server, searches);
  addDatasetChanges(server, engine);
}

/** Routes that call other services. Their connections close with the server. */
function addOutboundRoutes(server: Server, config: Config, { database }: Engine): void {
  const { egress, credentials } = createEndpointEgress(config);
  const { endpointTimeoutMs: deadlineMs } = config;
  // No retries: a test call shows the first failure.
  const options = { egress, credentials, deadlineMs, retries: 0 };
  addTestCall(server, {
    database,
    createEndpoint: (target) => createEndpoint({ ...options, ...target }),
  });
  const { agent } = config;
  const agentProxy = agent && openAgentProxy({ url: agent.url, credentials: bindAgentKey(config) });
  addAgent(server, agentProxy);
  server.addHook('onClose', async () => {
    await egress.close();
    await agentProxy?.[Symbol.asyncDispose]();
  });
}

/** Gauge of waiting and running attempts. It is left out while the database is unavailable. */
function measureBacklog({ meter }: Metrics, database: Database): void {
  meter
    .createObservableGauge('evals.attempts', {
      description:
        'Attempts that wait for a worker, up to 10,000, and those that one plays, of all runs',
    })
    .addCallback(async (result) => {
      const counts = await countAttempts(database).catch(() => undefined);
      if (counts === undefined) return;
      result.observe(counts.queued, { state: 'queued' });
      result.observe(counts.running, { state: 'running' });
    });
}

/** Addresses of the simulated models, and of the agent backend that calls them. */
function simulatedAddresses({ judges, agent }: Config): readonly string[] {
  return [judges?.baseUrl ?? [], agent?.url ?? []].flat();
}
