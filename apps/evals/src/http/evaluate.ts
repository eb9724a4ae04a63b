import { EvaluationRequest, EvaluationResponse, RunView } from '@assay/contracts';
import { callerSignal, problemResponse, UNHURRIED, type Server } from '@assay/server';
import type { StartServices } from '../runs/start-run.ts';
import { startRun } from '../runs/start-run.ts';
import { viewRun } from '../runs/view-run.ts';

/** `POST /evaluate`: runs the batch and answers with its scores. */
export function addEvaluate(server: Server, services: StartServices): void {
  server.post(
    '/evaluate',
    {
      ...UNHURRIED,
      config: { scope: 'run' },
      schema: {
        tags: ['evaluation'],
        summary: 'Run a batch against an endpoint and score every reply',
        description:
          'With `Prefer: respond-async` the run is answered at once and goes on by itself.',
        body: EvaluationRequest,
        response: { 200: EvaluationResponse, 202: RunView, default: problemResponse },
      },
    },
    async (request, reply) => {
      const run = await startRun(services, request.body);
      request.log.info({ run_id: run.id }, 'run started');
      if (prefersAsync(request.headers['prefer'])) {
        return reply
          .code(202)
          .headers({
            location: `/runs/${run.id}`,
            'preference-applied': 'respond-async',
            'retry-after': '1',
          })
          .send(await viewRun(services.store, run.id));
      }
      // A caller who hangs up stops waiting; the run goes on.
      return services.store.waitForResult(run.id, callerSignal(reply));
    },
  );
}

function prefersAsync(prefer: string | string[] | undefined): boolean {
  return [prefer ?? []].flat().some((value) => /(^|[\s,;])respond-async($|[\s,;])/i.test(value));
}
