import {
  boundedName,
  Comparison,
  DEFAULT_MARGIN,
  DEFAULT_METRIC,
  GateRequest,
  GateVerdict,
} from '@fairtrial/contracts';
import { problemResponse, NO_HANDLER_TIMEOUT, type Server } from '@fairtrial/server';
import { z } from 'zod';
import type { BaselineServices } from '../runs/gates/resolve-baseline.ts';
import { compareStoredRuns } from '../runs/compare/compare-stored-runs.ts';
import { evaluateRequestedGates } from '../runs/gates/evaluate-gates.ts';
import { projectOf, RunParams, share, toRunId, type SearchServices } from './route-helpers.ts';

const tags = ['runs'];

const Query = z.object({
  baseline: boundedName().describe('Id of a finished run.'),
  candidate: boundedName().describe('Id of another finished run, or of the same run.'),
  margin: share()
    .prefault(String(DEFAULT_MARGIN))
    .describe('A difference within ± this margin is not a relevant change.'),
  metric: boundedName(1).default(DEFAULT_METRIC).describe('The metric to compare.'),
  interactions: z
    .enum(['true', 'false'])
    .default('true')
    .describe('false omits the interactions, which keeps the response small for large runs.'),
});

/** `GET /compare` and `POST /runs/{run_id}/gate`. */
export function addCompare(server: Server, services: BaselineServices & SearchServices): void {
  const { database, searchGuard } = services;
  server.get(
    '/compare',
    {
      ...NO_HANDLER_TIMEOUT,
      config: { scope: 'read' },
      preHandler: searchGuard,
      schema: {
        tags,
        summary: 'Compare two runs: changes by scenario and interaction, with significance',
        querystring: Query,
        response: { 200: Comparison, default: problemResponse },
      },
    },
    async (request) => {
      const { baseline, candidate, margin, metric, interactions } = request.query;
      const ids = { baseline: toRunId(baseline), candidate: toRunId(candidate) };
      const runs = { project: projectOf(request), ...ids };
      const comparison = await compareStoredRuns(database, runs, { margin, metric });
      return interactions === 'true' ? comparison : { ...comparison, interactions: [] };
    },
  );
  server.post(
    '/runs/:run_id/gate',
    {
      ...NO_HANDLER_TIMEOUT,
      config: { scope: 'read' },
      preHandler: searchGuard,
      schema: {
        tags,
        summary: 'Evaluate gates on a finished run: pass, fail or inconclusive',
        params: RunParams,
        body: GateRequest,
        response: { 200: GateVerdict, default: problemResponse },
      },
    },
    (request) => {
      const run = { project: projectOf(request), runId: toRunId(request.params.run_id) };
      return evaluateRequestedGates(services, run, request.body);
    },
  );
}
