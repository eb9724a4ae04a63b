import { createEndpoint } from '@assay/models';
import { createMetrics, createServer, type Logger, type Server } from '@assay/server';
import { randomUUIDv7 } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { openAgentProxy } from './agent/ask-agent.ts';
import { bindAgentKey } from './bind-endpoint-keys.ts';
import type { Config } from './config.ts';
import { createEndpointEgress } from './create-endpoint-egress.ts';
import { addAgent } from './http/agent.ts';
import { addCompare } from './http/compare.ts';
import { addConsole } from './http/console.ts';
import { addEvaluate } from './http/evaluate.ts';
import { addEvents } from './http/events.ts';
import { addExport } from './http/export.ts';
import { addHistory } from './http/history.ts';
import { addInteractions } from './http/interactions.ts';
import { addRescore } from './http/rescore.ts';
import { addRunActions } from './http/run-actions.ts';
import { addRows } from './http/rows.ts';
import { addRunRequest } from './http/run-request.ts';
import { addRuns } from './http/runs.ts';
import { measureBacklog } from './measure-backlog.ts';
import { addSettings } from './http/settings.ts';
import { addTestCall } from './http/test-call.ts';
import type { Engine } from './open-engine.ts';
import { settingsOf } from './settings-of.ts';

interface AppParts {
  readonly config: Config;
  readonly logger: Logger;
  readonly engine: Engine;
}

const VERSION = '0.1.0';
const BODY_LIMIT = 16 * 1024 * 1024;
/** Of the time there is for draining, how much those who wait for a run get. */
const WAIT_MS = 20_000;
/** What `npm run build:console` writes. */
const CONSOLE = fileURLToPath(new URL('../../console/dist', import.meta.url));

/** The evaluation service over HTTP; a worker answers no more than how it is. */
export async function createApp({ config, logger, engine }: AppParts): Promise<Server> {
  const metrics = createMetrics('assay-evals');
  measureBacklog(metrics, engine.database);
  const server = await createServer({
    info: {
      title: 'Assay evaluation service',
      description: 'Runs conversations against a model endpoint and scores every reply.',
      version: VERSION,
      tag: 'evaluation',
    },
    logger,
    host: config.host,
    apiKeys: config.apiKeys,
    allowedOrigins: config.allowedOrigins,
    limits: config.requestLimits,
    metrics,
    bodyLimit: BODY_LIMIT,
    readiness: [async () => void (await engine.database.executeSql('select 1'))],
  });
  const draining = new AbortController();
  const closing = new AbortController();
  if (config.role !== 'worker') {
    const { limits, maxConcurrency, isSimulated, judges, embeddings, modelPrices: prices } = config;
    const models = { judges: judges?.models ?? [], embeddings: embeddings?.model };
    const clock = { now: () => new Date(), newId: randomUUIDv7 };
    const start = { ...clock, limits, maxConcurrency, isSimulated, models, prices };
    addEvaluate(server, { ...engine, ...start, closing: closing.signal });
    addRuns(server, engine);
    addRunActions(server, engine);
    addRescore(server, { ...engine, models, prices });
    addInteractions(server, engine);
    addRows(server, engine);
    addRunRequest(server, engine);
    addEvents(server, { ...engine, draining: draining.signal });
    addExport(server, engine);
    addCompare(server, engine);
    addHistory(server, engine);
    addSettings(server, settingsOf(config, VERSION));
    addOutside(server, config);
    await addConsole(server, CONSOLE);
  }
  server.addHook('preClose', async () => {
    draining.abort();
    setTimeout(() => closing.abort(), WAIT_MS).unref();
  });
  return server;
}

/** Routes that ask somebody else, and the ways there, which close with the server. */
function addOutside(server: Server, config: Config): void {
  const { egress, credentials } = createEndpointEgress(config);
  const { endpointTimeoutMs: deadlineMs } = config;
  // One try: whoever looks wants to see what happens.
  const options = { egress, credentials, deadlineMs, retries: 0 };
  addTestCall(server, { createEndpoint: (target) => createEndpoint({ ...options, ...target }) });
  const { agent } = config;
  const door = agent && openAgentProxy({ url: agent.url, credentials: bindAgentKey(config) });
  addAgent(server, door);
  server.addHook('onClose', async () => {
    await egress.close();
    await door?.[Symbol.asyncDispose]();
  });
}
