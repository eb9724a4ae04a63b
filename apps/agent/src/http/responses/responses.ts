import { addRoute, type Server } from '@fairtrial/server';
import { checkMediaUrls } from '../check-media-urls.ts';
import { sendRun, type AgentRoutes } from '../send-run.ts';
import { createResponse } from './to-response.ts';
import { toRun } from './to-run.ts';

/** `POST /v1/responses`: runs the agent for clients of OpenAI's Responses interface. Nothing is stored. */
export function addResponses(v1: Server, routes: AgentRoutes): void {
  addRoute(v1, 'POST /v1/responses', async (request, reply) => {
    const { body } = request;
    const run = toRun(body);
    checkMediaUrls(run.messages, routes.isPublicUrl);
    const shape = createResponse(body);
    return sendRun(routes, { request, reply }, { model: body.model, run, shape });
  });
}
