import { loadRunHead } from '../runs/read/load-run.ts';
import { RunHead, RescoreRequest, RetryRequest, type ModelPrices } from '@fairtrial/contracts';
import { problemResponse, type Request, type Server } from '@fairtrial/server';
import { z } from 'zod';
import type { Database } from '../db/connection/open-database.ts';
import type { Queue } from '../queue/create-queue.ts';
import type { ProjectCaps } from '../runs/commands/check-caps.ts';
import { retryFailed } from '../runs/commands/retry-failed.ts';
import type { RunNotifier } from '../runs/events/run-notifier.ts';
import { cancelRun } from '../runs/commands/cancel-run.ts';
import { deleteRun } from '../runs/commands/delete-run.ts';
import { viewRun } from '../runs/read/view-run.ts';
import { projectOf, RunParams, toRunId } from './route-helpers.ts';
import type { AvailableModels } from '../runs/plan/plan-grading.ts';
import { RESCORE_FIELDS } from '../runs/plan/unknown-fields.ts';
import { refuseSecrets } from './refuse-secrets.ts';
import { rescoreRun } from '../runs/commands/rescore-run.ts';

interface Services {
  readonly database: Database;
  readonly queue: Queue;
  readonly notifier: RunNotifier;
  readonly caps: ProjectCaps;
}

const tags = ['runs'];

const RETRY_DESCRIPTION =
  'Skipped turns are those that a run did not reach because it was cancelled or its budget was spent. ' +
  'Conversations with a session or a simulated user start again from the first turn. The body is optional.';

/** `POST /runs/{run_id}/cancel`, `POST /runs/{run_id}/retry`, `DELETE /runs/{run_id}`. */
export function addRunActions(server: Server, services: Services): void {
  const { database } = services;
  const requireHead = (request: Request, runId: string) =>
    loadRunHead(database, projectOf(request), toRunId(runId));

  server.post(
    '/runs/:run_id/cancel',
    {
      config: { scope: 'run' },
      schema: {
        tags,
        summary: 'Cancel a run: starts no new calls and aborts calls in progress',
        params: RunParams,
        response: { 202: RunHead, default: problemResponse },
      },
    },
    async (request, reply) => {
      const { id, project } = await requireHead(request, request.params.run_id);
      await cancelRun(services, { runId: id, project });
      return reply.code(202).send(viewRun(await requireHead(request, id)));
    },
  );
  server.post(
    '/runs/:run_id/retry',
    {
      config: { scope: 'run' },
      schema: {
        tags,
        summary:
          'Retry failed and skipped turns; answered turns are kept, except in conversations with a session or a simulated user',
        description: RETRY_DESCRIPTION,
        params: RunParams,
        body: RetryRequest.nullish(),
        response: { 202: RunHead, default: problemResponse },
      },
    },
    async (request, reply) => {
      const head = await requireHead(request, request.params.run_id);
      await retryFailed(services, head, request.body?.budget);
      return reply.code(202).send(viewRun(await requireHead(request, head.id)));
    },
  );
  server.delete(
    '/runs/:run_id',
    {
      config: { scope: 'run' },
      schema: {
        tags,
        summary: 'Delete a finished run and all its data',
        params: RunParams,
        response: { 204: z.null(), default: problemResponse },
      },
    },
    async (request, reply) => {
      const { id } = await requireHead(request, request.params.run_id);
      await deleteRun(services, id);
      return reply.code(204).send(null);
    },
  );
}

interface RescoreServices extends Services {
  readonly models: AvailableModels;
  readonly prices: ModelPrices;
}

/** `POST /runs/{run_id}/rescore`. */
export function addRescore(server: Server, services: RescoreServices): void {
  const { database } = services;
  server.post(
    '/runs/:run_id/rescore',
    {
      config: { scope: 'run' },
      preValidation: refuseSecrets(RESCORE_FIELDS),
      schema: {
        tags,
        summary: 'Score a finished run again from its recorded replies',
        description:
          'The endpoint is not called. Absent fields keep the values of the run. Judges are called again only ' +
          'if the body has `judge`, and for earlier judgements that failed.',
        params: RunParams,
        body: RescoreRequest,
        response: { 202: RunHead, default: problemResponse },
      },
    },
    async (request, reply) => {
      const project = projectOf(request);
      const runId = toRunId(request.params.run_id);
      await rescoreRun(services, { project, runId }, request.body);
      return reply.code(202).send(viewRun(await loadRunHead(database, project, runId)));
    },
  );
}
