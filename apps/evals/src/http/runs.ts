import { AppError, RunId, RunView } from '@assay/contracts';
import { problemResponse, type Server } from '@assay/server';
import { z } from 'zod';
import type { StartServices } from '../runs/start-run.ts';
import { viewRun } from '../runs/view-run.ts';

/** `GET /runs/{run_id}`: how far a run is, and its result once it is finished. */
export function addRuns(server: Server, { store }: Pick<StartServices, 'store'>): void {
  server.get(
    '/runs/:run_id',
    {
      config: { scope: 'read' },
      schema: {
        tags: ['evaluation'],
        summary: 'A run and, once it is finished, its result',
        params: z.object({ run_id: z.string() }),
        response: { 200: RunView, default: problemResponse },
      },
    },
    ({ params }) => viewRun(store, toRunId(params.run_id)),
  );
}

/** What cannot be the id of a run is the id of no run. */
function toRunId(text: string): RunId {
  const { data } = RunId.safeParse(text);
  if (data === undefined) throw new AppError('run_not_found', `there is no run ${text}`);
  return data;
}
