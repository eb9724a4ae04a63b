import { loadRunHead } from '../runs/read/load-run.ts';
import { EvaluationRequest, EvaluationResponse, RunView } from '@fairtrial/contracts';
import {
  callerSignal,
  problemResponse,
  LARGE_BODY,
  NO_HANDLER_TIMEOUT,
  releaseBody,
  type Server,
} from '@fairtrial/server';
import { awaitAnswer, type AnswerServices } from '../runs/events/await-answer.ts';
import { startRun, type StartServices } from '../runs/commands/start-run.ts';
import { viewRun } from '../runs/read/view-run.ts';
import { EVALUATION_FIELDS } from '../runs/plan/unknown-fields.ts';
import { refuseSecrets } from './refuse-secrets.ts';
import { callerOf, JSON_TYPE, sendPieces } from './route-helpers.ts';

type Services = StartServices & AnswerServices;

/** `POST /evaluate`: runs the batch and answers with its scores. */
export function addEvaluate(server: Server, services: Services): void {
  server.post(
    '/evaluate',
    {
      ...NO_HANDLER_TIMEOUT,
      ...LARGE_BODY,
      config: { scope: 'run' },
      preValidation: refuseSecrets(EVALUATION_FIELDS),
      schema: {
        tags: ['evaluation'],
        summary: 'Run a batch against an endpoint and score every reply',
        description:
          'With `Prefer: respond-async` the response is sent immediately and the run continues in the background. ' +
          'A repeated request with the same `Idempotency-Key` joins the existing run.',
        body: EvaluationRequest,
        response: { 200: EvaluationResponse, 202: RunView, default: problemResponse },
      },
    },
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
  );
}

function prefersAsync(prefer: string | string[] | undefined): boolean {
  return [prefer ?? []].flat().some((value) => /(^|[\s,;])respond-async($|[\s,;])/i.test(value));
}
