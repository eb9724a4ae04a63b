import { createEndpoint } from '@fairtrial/models';
import { createUser } from '@fairtrial/scorers';
import type { Logger } from '@fairtrial/server';
import { randomUUID } from 'node:crypto';
import type { Config } from './config.ts';
import { createEndpointEgress } from './create-endpoint-egress.ts';
import type { Database } from './db/connection/open-database.ts';
import { limitCalls } from './limits/limit-calls.ts';
import { openGradingModels } from './open-grading-models.ts';
import { openOwnScorers } from './open-own-scorers.ts';
import type { Queue } from './queue/create-queue.ts';
import { stopAfterFailures } from './runs/grade/asked/open-judges.ts';
import { createLocalGraders } from './runs/grade/local/local-graders.ts';
import { Worker } from './runs/worker/worker.ts';
import type { RunNotifier } from './runs/events/run-notifier.ts';

interface WorkerServices {
  readonly config: Config;
  readonly logger: Logger;
  readonly database: Database;
  readonly queue: Queue;
  readonly notifier: RunNotifier;
}

export interface StartedWorker extends AsyncDisposable, Pick<Worker, 'wake' | 'cancel'> {}

/** Starts a worker with access to the endpoints and the grading models. */
export function startWorker({
  config,
  logger,
  database,
  queue,
  notifier,
}: WorkerServices): StartedWorker {
  const { egress, credentials } = createEndpointEgress(config);
  const weights = config.projectWeights;
  const limited = limitCalls({
    database,
    limits: config.endpointLimits,
    weights,
    worker: randomUUID(),
    log: logger,
  });
  const grading = openGradingModels(config, limited);
  const scorers = openOwnScorers(config, limited);
  const local = createLocalGraders();
  const worker = new Worker({
    database,
    queue,
    notifier,
    createEndpoint: ({ plan, project }) =>
      createEndpoint({
        egress,
        credentials,
        admission: limited.admissionFor(project),
        deadlineMs: config.endpointTimeoutMs,
        retries: config.endpointRetries,
        url: plan.endpoint,
        protocol: plan.protocol,
        target: plan.target,
      }),
    createUser: ({ plan, project }) => {
      const model = plan.user?.model ?? '';
      const ask = createUser({ complete: grading.userFor(project), model });
      return stopAfterFailures(ask, { model, state: 'user_failed' });
    },
    modelsFor: (project) => ({
      ...grading.modelsFor(project),
      ownScorers: scorers.scorersFor(project),
    }),
    local,
    capacity: config.workerInFlight,
    weights,
    log: logger,
  });
  return {
    wake: () => worker.wake(),
    cancel: (runId) => worker.cancel(runId),
    async [Symbol.asyncDispose]() {
      for (const each of [worker, local, limited, grading, scorers]) {
        await each[Symbol.asyncDispose]();
      }
      await egress.close();
    },
  };
}
