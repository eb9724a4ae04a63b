import { bindCredentials, bindToLoopback, createEgress, joinCredentials } from '@assay/egress';
import { createLogger, createMetrics, createServer, type Server } from '@assay/server';
import { randomUUIDv7 } from 'node:crypto';
import { secretsOf, type Config } from './config.ts';
import { createMemoryRunStore } from './db/memory-run-store.ts';
import { addEvaluate } from './http/evaluate.ts';
import { addRuns } from './http/runs.ts';
import { createInProcessQueue } from './queue/in-process-queue.ts';
import { createRunEndpoints } from './runs/run-endpoints.ts';
import { runAttempt } from './runs/run-attempt.ts';

const BODY_LIMIT = 16 * 1024 * 1024;
const RUNS_KEPT = 100;

function now(): Date {
  return new Date();
}

export async function createApp(config: Config): Promise<Server> {
  const logger = createLogger({
    service: 'evals',
    level: config.logLevel,
    secrets: secretsOf(config),
  });
  const egress = createEgress({
    mode: config.egressMode,
    allowedOrigins: config.endpointOrigins,
  });
  const credentials = joinCredentials(
    bindCredentials(config.credentials),
    ...(config.loopbackCredential ? [bindToLoopback(config.loopbackCredential)] : []),
  );
  const store = createMemoryRunStore(RUNS_KEPT);
  const endpoints = createRunEndpoints({
    egress,
    credentials,
    deadlineMs: config.endpointTimeoutMs,
    retries: config.endpointRetries,
  });
  const queue = createInProcessQueue({
    handle: (job, signal) => runAttempt({ store, endpoints, now }, job, signal),
    async giveUp(job, error) {
      logger.error({ err: error, run_id: job.runId }, 'run failed');
      endpoints.release(job.runId);
      await store.failRun(job.runId);
    },
  });
  const server = await createServer({
    info: {
      title: 'Assay evaluation service',
      description: 'Runs conversations against a model endpoint and scores every reply.',
      version: '0.1.0',
      tag: 'evaluation',
    },
    logger,
    host: config.host,
    apiKeys: config.apiKeys,
    allowedOrigins: config.allowedOrigins,
    limits: config.requestLimits,
    metrics: createMetrics('assay-evals'),
    bodyLimit: BODY_LIMIT,
    readiness: [],
  });
  const { limits, maxConcurrency } = config;
  addEvaluate(server, { store, queue, now, newId: randomUUIDv7, limits, maxConcurrency });
  addRuns(server, { store });
  server.addHook('onClose', async () => {
    await queue.close();
    await egress.close();
  });
  return server;
}
