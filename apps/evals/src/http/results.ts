import { toStorable, type ParsedQuery, type RunFigures, type RunId } from '@fairtrial/contracts';
import { addRoute, type Server } from '@fairtrial/server';
import type { Database } from '../db/connection/open-database.ts';
import type { RunHead } from '../db/runs/run-head.ts';
import { countTurns } from '../db/turns/count-turns.ts';
import { countInteractionRows } from '../db/turns/interaction-rows.ts';
import { compareStoredRuns } from '../runs/compare/compare-stored-runs.ts';
import { evaluateRequestedGates } from '../runs/commands/evaluate-requested-gates.ts';
import type { BaselineServices } from '../runs/find/resolve-baseline.ts';
import { testHistory } from '../runs/read/test-history.ts';
import { reportLabels } from '../runs/labels/report-labels.ts';
import { sampleAttempts } from '../runs/labels/sample-attempts.ts';
import { saveRunLabels } from '../runs/labels/save-labels.ts';
import { breakDownRun } from '../runs/read/break-down-run.ts';
import { listInteractions, viewInteraction } from '../runs/read/list-interactions.ts';
import { listRunRows } from '../runs/read/list-run-rows.ts';
import { loadRunHead } from '../runs/find/load-run.ts';
import { createPlannedTurnCache } from '../runs/read/planned-turns.ts';
import { projectOf, runOf, toRunId, type SearchServices } from './route-helpers.ts';

/** The interactions of a run, one by one. */
export function addInteractions(server: Server, { database, searchGuard }: SearchServices): void {
  addRoute(
    server,
    'GET /runs/:run_id/interactions',
    async (request) => {
      const { project, runId } = runOf(request);
      const { id } = await loadRunHead(database, project, runId);
      return listInteractions(database, id, request.query);
    },
    { preHandler: searchGuard },
  );
  addRoute(server, 'GET /runs/:run_id/turns/:scenario/:attempt/:turn', async (request) => {
    const { project, runId } = runOf(request);
    const { id } = await loadRunHead(database, project, runId);
    return viewInteraction(database, id, request.params);
  });
}

/** The data for tables and charts of a run. */
export function addRows(server: Server, { database, searchGuard }: SearchServices): void {
  const services = { database, plannedTurns: createPlannedTurnCache() };
  const options = { preHandler: searchGuard };
  addRoute(
    server,
    'GET /runs/:run_id/rows',
    async (request) => {
      const { project, runId } = runOf(request);
      const head = await loadRunHead(database, project, runId);
      const baseline = baselineOf(request.query, head);
      const run = { project, runId, revision: head.revision };
      return listRunRows(services, run, { ...request.query, baseline });
    },
    options,
  );
  addRoute(
    server,
    'GET /runs/:run_id/figures',
    async (request): Promise<RunFigures> => {
      const { project, runId } = runOf(request);
      const { id } = await loadRunHead(database, project, runId);
      const turns = await countTurns(database, id);
      const rows = await countInteractionRows(database, id, request.query.pass_threshold);
      return { ...turns, rows };
    },
    options,
  );
  addRoute(
    server,
    'GET /runs/:run_id/breakdown',
    (request) => breakDownRun(database, runOf(request)),
    options,
  );
}

/** The requested baseline, or else the run that it was compared with at its end. */
function baselineOf(
  { baseline }: Pick<ParsedQuery<'GET /runs/:run_id/rows'>, 'baseline'>,
  { overview }: RunHead,
): RunId | undefined {
  if (baseline === undefined) return overview?.verdict?.baseline_run_id;
  return baseline === 'none' ? undefined : toRunId(baseline);
}

/** What compares runs with each other: `/compare`, gates and the history of a test. */
export function addCompare(server: Server, services: BaselineServices & SearchServices): void {
  const { database, searchGuard } = services;
  const options = { preHandler: searchGuard };
  addRoute(
    server,
    'GET /compare',
    async (request) => {
      const { baseline, candidate, margin, metric, interactions } = request.query;
      const ids = { baseline: toRunId(baseline), candidate: toRunId(candidate) };
      const runs = { project: projectOf(request), ...ids };
      const comparison = await compareStoredRuns(database, runs, { margin, metric });
      return interactions ? comparison : { ...comparison, interactions: [] };
    },
    options,
  );
  addRoute(
    server,
    'POST /runs/:run_id/gate',
    (request) => evaluateRequestedGates(services, runOf(request), request.body),
    options,
  );
  addRoute(
    server,
    'GET /history',
    (request) => testHistory(database, projectOf(request), request.query),
    options,
  );
}

interface LabelServices {
  /** Stores draws and labels. */
  readonly database: Database;
  /** For long reads. */
  readonly reads: SearchServices['database'];
  readonly searchGuard: SearchServices['searchGuard'];
}

/** Draws for people to label, and their labels. */
export function addLabels(server: Server, services: LabelServices): void {
  const { database, reads, searchGuard } = services;
  const options = { preHandler: searchGuard };
  addRoute(
    server,
    'GET /runs/:run_id/label-sample',
    (request) => {
      const { with: other, labeller } = request.query;
      return sampleAttempts(database, runOf(request), {
        ...request.query,
        with: other === undefined ? undefined : toRunId(other),
        labeller: labeller === undefined ? undefined : toStorable(labeller).text,
        createdBy: request.caller?.name,
      });
    },
    options,
  );
  addRoute(server, 'POST /runs/:run_id/labels', (request) =>
    saveRunLabels(database, runOf(request), {
      ...request.body,
      createdBy: request.caller?.name,
    }),
  );
  addRoute(
    server,
    'GET /runs/:run_id/labels',
    (request) => reportLabels(reads, runOf(request), request.query),
    options,
  );
}
