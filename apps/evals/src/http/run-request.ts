import { AppError, EvaluationRequest, TestBatch } from '@assay/contracts';
import { problemResponse, type Request, type Server } from '@assay/server';
import { findRun } from '../db/runs/find-run.ts';
import type { Database } from '../db/connection/open-database.ts';
import type { Run } from '../db/runs/run.ts';
import { requestOf, scenarioOf } from '../runs/plan/request-of.ts';
import { projectOf } from './caller-of.ts';
import { ordinal, RunParams, toRunId } from './run-params.ts';

const tags = ['runs'];

/** `GET /runs/{run_id}/request` and `/scenarios/{scenario}`: what a run was asked to do. */
export function addRunRequest(server: Server, { database }: { readonly database: Database }): void {
  const runOf = async (request: Request, runId: string): Promise<Run> => {
    const run = await findRun(database, toRunId(runId));
    if (run?.project === projectOf(request)) return run;
    throw new AppError('run_not_found', `there is no run ${runId}`);
  };
  server.get(
    '/runs/:run_id/request',
    {
      config: { scope: 'read' },
      schema: {
        tags,
        summary: 'The request that would run the same again',
        params: RunParams,
        response: { 200: EvaluationRequest, default: problemResponse },
      },
    },
    async (request) => requestOf(await runOf(request, request.params.run_id)),
  );
  server.get(
    '/runs/:run_id/scenarios/:scenario',
    {
      config: { scope: 'read' },
      schema: {
        tags,
        summary: 'One scenario of a run as it was posted',
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
      return scenarioOf(scenario);
    },
  );
}
