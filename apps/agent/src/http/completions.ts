import { boundedName, boundedRecord, boundedText, INPUT_LIMITS } from '@fairtrial/contracts';
import type { WireMessage } from '@fairtrial/models';
import {
  LARGE_BODY,
  NO_HANDLER_TIMEOUT,
  sendAnswerEvents,
  toAppError,
  type Server,
} from '@fairtrial/server';
import { z } from 'zod';
import type { AgentEvent } from '../loop/agent-event.ts';
import { lastAnswer, type AgentRun } from '../loop/run-agent.ts';
import {
  allowsFallback,
  answerHeaders,
  nameModel,
  RunHeaders,
  type AgentRoutes,
} from './agent-routes.ts';
import { checkMediaUrls } from './check-media-urls.ts';
import { toOpenaiError } from './openai-error.ts';
import { toChunks, toCompletion } from './to-completion.ts';

const Text = boundedText(INPUT_LIMITS.string_chars);
const ToolCall = z.looseObject({
  id: boundedName(),
  type: z.literal('function').default('function'),
  function: z.looseObject({ name: boundedName(), arguments: Text }),
});
const Part = z.looseObject({ type: boundedName() });
const Content = z.union([Text, z.array(Part).max(1000), z.null()]);
const Message = z.discriminatedUnion('role', [
  z.looseObject({ role: z.literal(['system', 'developer', 'user']), content: Content }),
  z.looseObject({
    role: z.literal('assistant'),
    content: Content.optional().transform((content) => content ?? ''),
    tool_calls: z
      .array(ToolCall)
      .max(1000)
      .nullish()
      .transform((calls) => calls ?? undefined),
  }),
  z.looseObject({ role: z.literal('tool'), content: Content, tool_call_id: boundedName() }),
]);

const Tool = z.object({
  type: z.literal('function'),
  function: z.looseObject({
    name: boundedName(),
    description: Text.nullish().transform((text) => text ?? ''),
    parameters: boundedRecord()
      .nullish()
      .transform((schema) => schema ?? { type: 'object', properties: {} }),
  }),
});

/** An OpenAI chat completion request. Other fields are passed on to the provider unchanged. */
const CompletionRequest = z
  .looseObject({
    model: boundedName().describe(
      'UUID of a fine-tuned model, <provider>/<model> of a hub model, or an alias (MODEL_ALIASES).',
    ),
    messages: z.array(Message).min(1).max(INPUT_LIMITS.list_items),
    stream: z.boolean().nullish(),
    stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
    tools: z
      .array(Tool)
      .max(1000)
      .nullish()
      .describe('Tools of the caller, offered to the model together with the tools of the agent.'),
    n: z.literal(1, 'must be 1: only one choice is supported').nullish(),
  })
  .meta({ id: 'CompletionRequest' });
type CompletionRequest = z.infer<typeof CompletionRequest>;

interface CompletionServices {
  /** True if a provider may fetch this address. */
  readonly isPublicUrl: (url: string) => boolean;
}

/** `POST /v1/chat/completions`: runs the agent for OpenAI-compatible clients. */
export function addCompletions(
  v1: Server,
  { runAgent, routeModel, replay, isPublicUrl }: AgentRoutes & CompletionServices,
): void {
  v1.post(
    '/chat/completions',
    {
      ...NO_HANDLER_TIMEOUT,
      ...LARGE_BODY,
      config: { scope: 'chat', answersTurns: true },
      schema: {
        tags: ['openai'],
        summary: 'Run the agent through the OpenAI-compatible interface',
        headers: RunHeaders,
        body: CompletionRequest,
        response: {
          200: z.any().describe('A chat completion, or chunks if `stream` is true.'),
        },
      },
    },
    async (request, reply) => {
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
    },
  );
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
