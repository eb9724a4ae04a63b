import type { CompletionRequest } from '@fairtrial/contracts';
import type { WireMessage } from '@fairtrial/models';
import { addRoute, type Server } from '@fairtrial/server';
import { lastAnswer } from '../loop/run-agent.ts';
import { checkMediaUrls } from './check-media-urls.ts';
import { toOpenaiError } from './openai-error.ts';
import { sendRun, type AgentRoutes, type AskedRun, type Shape } from './send-run.ts';
import { toChunks, toCompletion } from './to-completion.ts';

/** `POST /v1/chat/completions`: runs the agent for OpenAI-compatible clients. */
export function addCompletions(v1: Server, routes: AgentRoutes): void {
  addRoute(v1, 'POST /v1/chat/completions', async (request, reply) => {
    const { body } = request;
    checkMediaUrls(body.messages, routes.isPublicUrl);
    const includeUsage = body.stream_options?.include_usage === true;
    const shape: Shape = {
      stream: (events, onModel) => toChunks(events, { includeUsage, onModel }),
      fail: (error) => [{ data: toOpenaiError(error) }, { data: '[DONE]' }],
      async whole(events) {
        const answer = await lastAnswer(events);
        return { body: toCompletion(answer), answer };
      },
    };
    return sendRun(routes, { request, reply }, { model: body.model, run: toRun(body), shape });
  });
}

function toRun(body: CompletionRequest): AskedRun {
  const {
    model: _model,
    messages,
    stream,
    stream_options: _options,
    tools,
    n: _n,
    ...parameters
  } = body;
  return {
    messages: messages as readonly WireMessage[],
    parameters,
    callerTools: (tools ?? []).map((tool) => tool.function),
    stream: stream === true,
  };
}
