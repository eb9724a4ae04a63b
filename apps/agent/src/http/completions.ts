import { sendEvents, NO_HANDLER_TIMEOUT, type Server } from '@assay/server';
import type { WireMessage } from '@assay/models';
import { z } from 'zod';
import { routeModel } from '../loop/route-model.ts';
import { lastAnswer, type AgentRun } from '../loop/run-agent.ts';
import type { AgentRoutes } from './agent-routes.ts';
import { CompletionRequest } from './completion-request.ts';
import { sendOpenaiError } from './openai-error.ts';
import { serverTiming } from './server-timing.ts';
import { toChunks, toCompletion } from './to-completion.ts';

/** `POST /v1/chat/completions`: the agent, for every client of OpenAI's interface. */
export function addCompletions(server: Server, { runAgent, replay }: AgentRoutes): void {
  server.post(
    '/v1/chat/completions',
    {
      ...NO_HANDLER_TIMEOUT,
      config: { scope: 'chat' },
      errorHandler: (error, request, reply) => void sendOpenaiError(error, request, reply),
      schema: {
        tags: ['openai'],
        summary: 'The agent behind OpenAI’s interface',
        body: CompletionRequest,
        response: {
          200: z.any().describe('A chat completion, or its chunks where stream is true.'),
        },
      },
    },
    async (request, reply) => {
      const { body } = request;
      const { model } = body;
      if (body.stream !== true) {
        const text = await replay({ request, reply }, async (signal) => {
          const answer = await lastAnswer(runAgent(toRun(body, signal)));
          reply.header('server-timing', serverTiming(answer));
          return toCompletion(answer, model);
        });
        return reply.type('application/json; charset=utf-8').send(text);
      }
      const includeUsage = body.stream_options?.include_usage === true;
      const onError = (err: unknown): void => request.log.error({ err }, 'stream failed');
      return sendEvents(reply, (signal) =>
        toChunks(runAgent(toRun(body, signal)), { model, includeUsage, signal, onError }),
      );
    },
  );
}

function toRun(body: CompletionRequest, signal: AbortSignal): AgentRun {
  const { model, messages, stream, stream_options: _options, tools, n: _n, ...parameters } = body;
  return {
    route: routeModel(model),
    messages: messages as readonly WireMessage[],
    parameters,
    callerTools: (tools ?? []).map((tool) => tool.function),
    stream: stream === true,
    signal,
  };
}
