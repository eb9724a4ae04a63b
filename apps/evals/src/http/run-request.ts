import { loadRun } from '../runs/read/load-run.ts';
import { toBatchRequest, toRequest, toTestBatch } from '../runs/plan/to-request.ts';
import { AppError, EvaluationRequest, TestBatch } from '@fairtrial/contracts';
import { problemResponse, type Request, type Server } from '@fairtrial/server';
import { z } from 'zod';
import type { Run } from '../db/runs/run.ts';
import { projectOf, ordinal, RunParams, toRunId, type ExportServices } from './route-helpers.ts';

const tags = ['runs'];

const RequestQuery = z.object({
  scenarios: z
    .enum(['true', 'false'])
    .default('false')
    .describe(
      'true: the scenarios in `test_batch`, also if the run names a dataset. Default: `dataset` and `filter` of such a run.',
    ),
});

/** `GET /runs/{run_id}/request` and `/scenarios/{scenario}`: the request of a run. */
export function addRunRequest(server: Server, { database, exportGuard }: ExportServices): void {
  const runOf = (request: Request, runId: string): Promise<Run> =>
    loadRun(database, projectOf(request), toRunId(runId));
  server.get(
    '/runs/:run_id/request',
    {
      config: { scope: 'read' },
      preHandler: exportGuard, // both read the whole plan, which can be as large as a request
      schema: {
        tags,
        summary: 'Get the request that repeats the run',
        params: RunParams,
        querystring: RequestQuery,
        response: { 200: EvaluationRequest, default: problemResponse },
      },
    },
    async (request) => {
      const run = await runOf(request, request.params.run_id);
      return request.query.scenarios === 'true' ? toBatchRequest(run) : toRequest(run);
    },
  );
  server.get(
    '/runs/:run_id/scenarios/:scenario',
    {
      config: { scope: 'read' },
      preHandler: exportGuard,
      schema: {
        tags,
        summary: 'Get one scenario of a run as it was posted',
        params: RunParams.extend({ scenario: ordinal() }),
        response: { 200: TestBatch, default: problemResponse },
      },
    },
    async (request) => {
      const { run_id, scenario: at } = request.params;
      const { plan } = await runOf(request, run_id);
      const scenario = plan.scenarios[at];
      if (scenario === undefined) {
        throw new AppError('not_found', `run ${run_id} has no scenario ${at}`);
      }
      return toTestBatch(scenario);
    },
  );
}
