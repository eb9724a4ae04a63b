import { createEndpoint } from '@assay/models';
import type { Logger } from '@assay/server';
import { randomUUID } from 'node:crypto';
import type { Config } from './config.ts';
import { createWayOut } from './create-way-out.ts';
import type { Database } from './db/open-database.ts';
import { limitCalls } from './limits/limit-calls.ts';
import { openMarkingModels } from './open-marking-models.ts';
import type { Queue } from './queue/create-queue.ts';
import { Worker } from './runs/worker.ts';
import type { RunNews } from './runs/run-news.ts';

interface WorkerParts {
  readonly config: Config;
  readonly logger: Logger;
  readonly database: Database;
  readonly queue: Queue;
  readonly news: RunNews;
}

export interface StartedWorker extends AsyncDisposable, Pick<Worker, 'wake' | 'cancel'> {}

/** A worker with its way out to the endpoints. */
export function startWorker({ config, logger, database, queue, news }: WorkerParts): StartedWorker {
  const { egress, credentials } = createWayOut(config);
  const limited = limitCalls({
    database,
    limits: config.endpointLimits,
    worker: randomUUID(),
    log: logger,
  });
  const marking = openMarkingModels(config, limited);
  const worker = new Worker({
    database,
    queue,
    news,
    createEndpoint: ({ plan }) =>
      createEndpoint({
        egress,
        credentials,
        admission: limited,
        deadlineMs: config.endpointTimeoutMs,
        retries: config.endpointRetries,
        url: plan.endpoint,
        protocol: plan.protocol,
      }),
    models: marking.models,
    capacity: config.workerInFlight,
    now: () => new Date(),
    log: logger,
  });
  return {
    wake: () => worker.wake(),
    cancel: (runId) => worker.cancel(runId),
    async [Symbol.asyncDispose]() {
      await worker[Symbol.asyncDispose]();
      await limited[Symbol.asyncDispose]();
      await marking[Symbol.asyncDispose]();
      await egress.close();
    },
  };
}
