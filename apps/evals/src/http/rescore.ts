import { RescoreRequest, RunHead, type ModelPrices } from '@assay/contracts';
import { problemResponse, type Server } from '@assay/server';
import type { Database } from '../db/connection/open-database.ts';
import type { Queue } from '../queue/create-queue.ts';
import type { ModelsAtHand } from '../runs/plan/plan-grading.ts';
import { rescoreRun } from '../runs/commands/rescore-run.ts';
import type { RunNotifier } from '../runs/events/run-notifier.ts';
import { requireRun, viewRun } from '../runs/read/view-run.ts';
import { projectOf } from './caller-of.ts';
import { RunParams, toRunId } from './run-params.ts';

interface Services {
  readonly database: Database;
  readonly queue: Queue;
  readonly notifier: RunNotifier;
  readonly models: ModelsAtHand;
  readonly prices: ModelPrices;
}

/** `POST /runs/{run_id}/rescore`. */
export function addRescore(server: Server, services: Services): void {
  const { database } = services;
  server.post(
    '/runs/:run_id/rescore',
    {
      config: { scope: 'run' },
      schema: {
        tags: ['runs'],
        summary: 'Score a run that is over anew, from what is on record',
        description:
          'The endpoint is not asked again. What the body leaves out stays as it was; judges are asked again only ' +
          'where it has `judge`, and about what they could not say before.',
        params: RunParams,
        body: RescoreRequest,
        response: { 202: RunHead, default: problemResponse },
      },
    },
    async (request, reply) => {
      const project = projectOf(request);
      const { id } = await requireRun(database, project, toRunId(request.params.run_id));
      await rescoreRun(services, id, request.body);
      return reply.code(202).send(viewRun(await requireRun(database, project, id)));
    },
  );
}
