import { AppError, type ModelPrices, type RunHead } from '@fairtrial/contracts';
import {
  addRoute,
  callerSignal,
  releaseBody,
  type ProjectGuard,
  type Server,
} from '@fairtrial/server';
import type { Database } from '../db/connection/open-database.ts';
import { unpinRun } from '../db/runs/pinned-baseline.ts';
import { hasResult } from '../entities/run.ts';
import type { Queue } from '../queue/create-queue.ts';
import {
  cancelRun,
  deleteRun,
  pinBaseline,
  rescoreRun,
  retryFailed,
} from '../runs/commands/change-run.ts';
import type { ProjectCaps } from '../runs/commands/check-caps.ts';
import { describePlan } from '../runs/commands/describe-plan.ts';
import { resolveTarget, type PlanServices } from '../runs/plan/plan-new-run.ts';
import { startRun, type StartServices } from '../runs/commands/start-run.ts';
import { testEndpoint, type TestEndpointServices } from '../runs/commands/test-endpoint.ts';
import { awaitAnswer, type AnswerServices } from '../runs/read/await-answer.ts';
import type { RunNotifier } from '../runs/events/run-notifier.ts';
import type { AvailableModels } from '../runs/plan/plan-grading.ts';
import { toBatchRequest, toRequest, toTestBatch } from '../runs/plan/to-request.ts';
import {
  EVALUATION_FIELDS,
  RESCORE_FIELDS,
  TEST_CALL_FIELDS,
} from '../runs/plan/unknown-fields.ts';
import { loadRun, loadRunHead } from '../runs/find/load-run.ts';
import { findResult, withoutTurns, writeAnswer } from '../runs/read/run-result.ts';
import { listRuns, viewRun } from '../runs/read/view-run.ts';
import {
  callerOf,
  JSON_TYPE,
  projectOf,
  refuseSecrets,
  runOf,
  sendPieces,
  type ExportServices,
} from './route-helpers.ts';

/** `POST /evaluate`: runs the batch and answers with its scores. */
export function addEvaluate(server: Server, services: StartServices & AnswerServices): void {
  addRoute(
    server,
    'POST /evaluate',
    async (request, reply) => {
      const caller = callerOf(request);
      const runId = await startRun(services, request.body, caller);
      releaseBody(request); // the run can take hours
      request.log.info({ run_id: runId }, 'run started');
      void reply.header('location', `/runs/${runId}`);
      if (prefersAsync(request.headers['prefer'])) {
        const head = await loadRunHead(services.database, caller.project, runId);
        return reply
          .code(202)
          .headers({ 'preference-applied': 'respond-async', 'retry-after': '1' })
          .send({ ...viewRun(head), result: null });
      }
      // A caller that disconnects stops waiting; the run continues.
      const answer = await awaitAnswer(services, runId, callerSignal(reply));
      return sendPieces(reply, JSON_TYPE, answer);
    },
    { preValidation: refuseSecrets(EVALUATION_FIELDS) },
  );
}

function prefersAsync(prefer: string | string[] | undefined): boolean {
  return [prefer ?? []].flat().some((value) => /(^|[\s,;])respond-async($|[\s,;])/i.test(value));
}

/** `POST /plan`: what the run of the same request to `POST /evaluate` would play, cost and find. */
export function addPlan(
  server: Server,
  { planGuard, ...services }: PlanServices & { readonly planGuard: ProjectGuard },
): void {
  addRoute(
    server,
    'POST /plan',
    (request) => describePlan(services, request.body, projectOf(request)),
    { preValidation: refuseSecrets(EVALUATION_FIELDS), preHandler: planGuard },
  );
}

/** `POST /test-call`: checks that an endpoint answers before a run is started against it. */
export function addTestCall(
  server: Server,
  services: TestEndpointServices & { readonly database: Database },
): void {
  addRoute(
    server,
    'POST /test-call',
    async (request, reply) => {
      const { body } = request;
      const target = await resolveTarget(services.database, projectOf(request), body.target);
      return testEndpoint(services, { ...body, target }, callerSignal(reply));
    },
    { preValidation: refuseSecrets(TEST_CALL_FIELDS) },
  );
}

/** Lists of runs, one run with its result, and the request that repeats it. */
export function addRuns(
  server: Server,
  services: ExportServices & { readonly reads: Database },
): void {
  const { database, reads, exportGuard } = services;
  addRoute(server, 'GET /runs', (request) => listRuns(database, projectOf(request), request.query));
  addRoute(server, 'GET /runs/:run_id', async (request, reply) => {
    const { project, runId } = runOf(request);
    const head = await loadRunHead(database, project, runId);
    const { interactions } = request.query;
    // With interactions, a result is as large as an export.
    if (hasResult(head) && interactions) await exportGuard(request, reply);
    // Callers that poll an unfinished run do not need its plan, so it is not read.
    const found = hasResult(head) ? await findResult(database, runId) : undefined;
    const result = found && !interactions ? withoutTurns(found) : found;
    return sendPieces(reply, JSON_TYPE, writeView(viewRun(head), result && writeAnswer(result)));
  });
  const preHandler = exportGuard; // both read the whole plan, which can be as large as a request
  addRoute(
    server,
    'GET /runs/:run_id/request',
    async (request) => {
      const { project, runId } = runOf(request);
      const run = await loadRun(reads, project, runId);
      return request.query.scenarios ? toBatchRequest(run) : toRequest(run);
    },
    { preHandler },
  );
  addRoute(
    server,
    'GET /runs/:run_id/scenarios/:scenario',
    async (request) => {
      const { project, runId } = runOf(request);
      const { plan } = await loadRun(reads, project, runId);
      const at = request.params.scenario;
      const scenario = plan.scenarios[at];
      if (scenario !== undefined) return toTestBatch(scenario);
      throw new AppError('not_found', `run ${runId} has no scenario ${at}`);
    },
    { preHandler },
  );
}

async function* writeView(
  head: RunHead,
  result: AsyncIterable<string> | undefined,
): AsyncGenerator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"result":`;
  if (result === undefined) yield 'null';
  else yield* result;
  yield '}';
}

interface ActionServices {
  readonly database: Database;
  readonly queue: Queue;
  readonly notifier: RunNotifier;
  readonly caps: ProjectCaps;
  readonly models: AvailableModels;
  readonly prices: ModelPrices;
}

/** What changes a run: cancel, retry, rescore, delete, pin and unpin. */
export function addRunActions(server: Server, services: ActionServices): void {
  const { database } = services;
  const requireHead = (request: Parameters<typeof runOf>[0]) => {
    const { project, runId } = runOf(request);
    return loadRunHead(database, project, runId);
  };
  addRoute(server, 'POST /runs/:run_id/cancel', async (request) => {
    const { id, project } = await requireHead(request);
    await cancelRun(services, { runId: id, project });
    return viewRun(await requireHead(request));
  });
  addRoute(server, 'POST /runs/:run_id/retry', async (request) => {
    await retryFailed(services, await requireHead(request), request.body?.budget);
    return viewRun(await requireHead(request));
  });
  addRoute(
    server,
    'POST /runs/:run_id/rescore',
    async (request) => {
      await rescoreRun(services, runOf(request), request.body);
      return viewRun(await requireHead(request));
    },
    { preValidation: refuseSecrets(RESCORE_FIELDS) },
  );
  addRoute(server, 'DELETE /runs/:run_id', async (request) => {
    const { id } = await requireHead(request);
    await deleteRun(services.database, id);
  });
  addRoute(server, 'PUT /runs/:run_id/pin', async (request) => {
    const { id } = await requireHead(request);
    await pinBaseline(database, id);
    return viewRun(await requireHead(request));
  });
  addRoute(server, 'DELETE /runs/:run_id/pin', async (request) => {
    const { id } = await requireHead(request);
    await unpinRun(database, id);
  });
}
