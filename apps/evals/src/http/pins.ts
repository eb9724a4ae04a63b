import { RunHead } from '@fairtrial/contracts';
import { problemResponse, type Server } from '@fairtrial/server';
import { z } from 'zod';
import type { Database } from '../db/connection/open-database.ts';
import { unpinRun } from '../db/runs/pinned-baseline.ts';
import { pinBaseline } from '../runs/commands/pin-run.ts';
import { loadRunHead } from '../runs/read/load-run.ts';
import { viewRun } from '../runs/read/view-run.ts';
import { projectOf, RunParams, toRunId } from './route-helpers.ts';

const tags = ['runs'];

/** `PUT /runs/{run_id}/pin` and `DELETE /runs/{run_id}/pin`. */
export function addPins(server: Server, { database }: { readonly database: Database }): void {
  server.put(
    '/runs/:run_id/pin',
    {
      config: { scope: 'run' },
      schema: {
        tags,
        summary: 'Pin a completed run as the baseline of its test; replaces the previous pin',
        params: RunParams,
        response: { 200: RunHead, default: problemResponse },
      },
    },
    async (request) => {
      const project = projectOf(request);
      const { id } = await loadRunHead(database, project, toRunId(request.params.run_id));
      await pinBaseline(database, id);
      return viewRun(await loadRunHead(database, project, id));
    },
  );
  server.delete(
    '/runs/:run_id/pin',
    {
      config: { scope: 'run' },
      schema: {
        tags,
        summary: 'Unpin a run; succeeds even if it was not pinned',
        params: RunParams,
        response: { 204: z.null(), default: problemResponse },
      },
    },
    async (request, reply) => {
      const id = toRunId(request.params.run_id);
      await loadRunHead(database, projectOf(request), id);
      await unpinRun(database, id);
      return reply.code(204).send(null);
    },
  );
}
