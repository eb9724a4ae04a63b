import type { CompletionRequest } from '@fairtrial/contracts';
import type { WireMessage } from '@fairtrial/models';
import { addRoute, sendAnswerEvents, toAppError, type Server } from '@fairtrial/server';
import type { AgentEvent } from '../loop/agent-event.ts';
import { lastAnswer, type AgentRun } from '../loop/run-agent.ts';
import { allowsFallback, answerHeaders, nameModel, type AgentRoutes } from './answer-headers.ts';
import { checkMediaUrls } from './check-media-urls.ts';
import { toOpenaiError } from './openai-error.ts';
import { toChunks, toCompletion } from './to-completion.ts';

interface CompletionServices {
  /** True if a provider may fetch this address. */
  readonly isPublicUrl: (url: string) => boolean;
}

/** `POST /v1/chat/completions`: runs the agent for OpenAI-compatible clients. */
export function addCompletions(
  v1: Server,
  { runAgent, routeModel, replay, isPublicUrl }: AgentRoutes & CompletionServices,
): void {
  addRoute(v1, 'POST /v1/chat/completions', async (request, reply) => {
    const { body } = request;
    checkMediaUrls(body.messages, isPublicUrl);
    const start = (signal: AbortSignal): AsyncIterable<AgentEvent> =>
      runAgent({
        ...toRun(body),
        route: routeModel(body.model),
        allowFallback: allowsFallback(request.headers),
        signal,
      });
    if (body.stream !== true) {
      return replay({ request, reply }, async (signal) => {
        const answer = await lastAnswer(start(signal));
        return { body: toCompletion(answer), headers: answerHeaders(answer) };
      });
    }
    const includeUsage = body.stream_options?.include_usage === true;
    const onModel = (asked: string): void => nameModel(reply, asked);
    return sendAnswerEvents(reply, {
      source: (signal) => toChunks(start(signal), { includeUsage, onModel }),
      onFailure: (thrown) => {
        request.log.error({ err: thrown }, 'stream failed');
        return [{ data: toOpenaiError(toAppError(thrown)) }, { data: '[DONE]' }];
      },
    });
  });
}

function toRun(body: CompletionRequest): Omit<AgentRun, 'route' | 'allowFallback' | 'signal'> {
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
