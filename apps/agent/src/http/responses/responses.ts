import { addRoute, sendAnswerEvents, toAppError, type Server } from '@fairtrial/server';
import type { AgentEvent } from '../../loop/agent-event.ts';
import { allowsFallback, answerHeaders, nameModel, type AgentRoutes } from '../answer-headers.ts';
import { checkMediaUrls } from '../check-media-urls.ts';
import { createResponse } from './to-response.ts';
import { toRun } from './to-run.ts';

interface ResponseServices {
  /** True if a provider may fetch this address. */
  readonly isPublicUrl: (url: string) => boolean;
}

/** `POST /v1/responses`: runs the agent for clients of OpenAI's Responses interface. Nothing is stored. */
export function addResponses(
  v1: Server,
  { runAgent, routeModel, replay, isPublicUrl }: AgentRoutes & ResponseServices,
): void {
  addRoute(v1, 'POST /v1/responses', async (request, reply) => {
    const { body } = request;
    const run = toRun(body);
    checkMediaUrls(run.messages, isPublicUrl);
    const start = (signal: AbortSignal): AsyncIterable<AgentEvent> =>
      runAgent({
        ...run,
        route: routeModel(body.model),
        allowFallback: allowsFallback(request.headers),
        signal,
      });
    const response = createResponse(body);
    if (body.stream !== true) {
      return replay({ request, reply }, async (signal) => {
        const { body: whole, answer } = await response.whole(start(signal));
        return { body: whole, headers: answerHeaders(answer) };
      });
    }
    return sendAnswerEvents(reply, {
      source: (signal) => response.stream(start(signal), (asked) => nameModel(reply, asked)),
      onFailure: (thrown) => {
        request.log.error({ err: thrown }, 'stream failed');
        return response.fail(toAppError(thrown));
      },
    });
  });
}
