import { RunHead } from '@assay/contracts';
import { problemResponse, type Request, type Server } from '@assay/server';
import { z } from 'zod';
import type { Database } from '../db/connection/open-database.ts';
import type { Queue } from '../queue/create-queue.ts';
import { retryFailed } from '../runs/commands/retry-failed.ts';
import type { RunNotifier } from '../runs/events/run-notifier.ts';
import { cancelRun } from '../runs/commands/cancel-run.ts';
import { deleteRun } from '../runs/commands/delete-run.ts';
import { requireRun, viewRun } from '../runs/read/view-run.ts';
import { projectOf } from './caller-of.ts';
import { RunParams, toRunId } from './run-params.ts';

interface Services {
  readonly database: Database;
  readonly queue: Queue;
  readonly notifier: RunNotifier;
}

const tags = ['runs'];

/** `POST /runs/{run_id}/cancel`, `POST /runs/{run_id}/retry`, `DELETE /runs/{run_id}`. */
export function addRunActions(server: Server, services: Services): void {
  const { database } = services;
  const headOf = (request: Request, runId: string) =>
    requireRun(database, projectOf(request), toRunId(runId));

  server.post(
    '/runs/:run_id/cancel',
    {
      config: { scope: 'run' },
      schema: {
        tags,
        summary: 'Stop a run: nothing new is begun, calls under way are given up',
        params: RunParams,
        response: { 202: RunHead, default: problemResponse },
      },
    },
    async (request, reply) => {
      const { id } = await headOf(request, request.params.run_id);
      await cancelRun(services, id);
      return reply.code(202).send(viewRun(await headOf(request, id)));
    },
  );
  server.post(
    '/runs/:run_id/retry',
    {
      config: { scope: 'run' },
      schema: {
        tags,
        summary: 'Play again what has no answer; what has one is kept and not paid for again',
        params: RunParams,
        response: { 202: RunHead, default: problemResponse },
      },
    },
    async (request, reply) => {
      const head = await headOf(request, request.params.run_id);
      await retryFailed(services, head);
      return reply.code(202).send(viewRun(await headOf(request, head.id)));
    },
  );
  server.delete(
    '/runs/:run_id',
    {
      config: { scope: 'run' },
      schema: {
        tags,
        summary: 'Delete a run that is over, with everything of it',
        params: RunParams,
        response: { 204: z.null(), default: problemResponse },
      },
    },
    async (request, reply) => {
      const { id } = await headOf(request, request.params.run_id);
      await deleteRun(database, id);
      return reply.code(204).send(null);
    },
  );
}
