import {
  GEN_AI_ATTRIBUTES,
  ProviderError,
  type ChatProvider,
  type ChatTool,
  type Completion,
  type CompletionEvent,
  type WireMessage,
} from '@fairtrial/models';
import { SpanKind } from '@opentelemetry/api';
import type { AgentEvent } from './agent-event.ts';
import type { ModelRoute } from './route-model.ts';
import type { SpokenText } from './spoken-text.ts';
import { addTurnsAfterTools, refusesOrder } from './to-wire-messages.ts';
import { refusesTools, type ToollessModels } from './toolless-models.ts';
import { traceEvents } from './trace-events.ts';
import type { TraceText } from './trace-text.ts';
import { usageAttributes } from './usage.ts';

export interface AskServices {
  /** Throws if no provider is configured for the route. */
  readonly providerOf: (route: ModelRoute) => ChatProvider;
  /** Used if the requested model fails before its first output. */
  readonly fallback: ModelRoute | undefined;
  /** Models that refused tools; they are not offered any for a while. */
  readonly toolless: ToollessModels;
  /** Set if spans include the text of messages. */
  readonly traceText: TraceText | undefined;
}

export interface Question {
  readonly route: ModelRoute;
  /** True if the fallback model may answer. */
  readonly allowFallback: boolean;
  readonly messages: readonly WireMessage[];
  readonly tools: readonly ChatTool[];
  /** The subset of `tools` that the caller provided. */
  readonly callerTools: readonly ChatTool[];
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly stream: boolean;
  /** Records the text that is passed on to the caller. */
  readonly said: SpokenText;
  readonly signal: AbortSignal;
}

interface Reply {
  readonly completion: Completion;
  /** The actual route and tools, which can differ from the requested ones. */
  readonly route: ModelRoute;
  readonly tools: readonly ChatTool[];
}

/** Sends one request to a model and passes its text on as it arrives. */
export async function* askModel(
  services: AskServices,
  question: Question,
): AsyncGenerator<AgentEvent, Reply> {
  const { route } = question;
  const tools = services.toolless.has(route.model) ? question.callerTools : question.tools;
  let hasBegun = false;
  try {
    const answer = services.providerOf(route).complete({ ...question, tools, model: route.model });
    for await (const event of traced(question, answer, services.traceText)) {
      if (!hasBegun)
        yield { type: 'round-begun', asked: route.model, model: modelOf(event, route) };
      hasBegun = true;
      if (event.type === 'completion-received') {
        return { completion: event.completion, route, tools };
      }
      yield question.said.add(event);
    }
  } catch (thrown) {
    const next = hasBegun ? undefined : nextQuestion(services, { ...question, tools }, thrown);
    if (next === undefined) throw thrown;
    const reply = yield* askModel(services, next);
    const isToolless = next.route === route && next.tools.length < tools.length;
    if (isToolless) services.toolless.add(route.model, (thrown as Error).message);
    return reply;
  }
  throw new Error('a provider ended without a completion');
}

/** The provider's name for the model. */
function modelOf(event: CompletionEvent, route: ModelRoute): string {
  const named = event.type === 'text-received' ? event.model : event.completion.model;
  return named ?? route.model;
}

function traced(
  { route: { model, provider }, messages }: Question,
  events: AsyncGenerator<CompletionEvent>,
  text: TraceText | undefined,
): AsyncGenerator<CompletionEvent> {
  const attributes = {
    [GEN_AI_ATTRIBUTES.operation]: 'chat',
    [GEN_AI_ATTRIBUTES.requestModel]: model,
    [GEN_AI_ATTRIBUTES.provider]: provider,
    ...text?.input(messages),
  };
  return traceEvents(
    {
      name: `chat ${model}`,
      kind: SpanKind.CLIENT,
      attributes,
      attributesOf: (event) =>
        event.type === 'completion-received'
          ? { ...usageAttributes(event.completion.usage), ...text?.output(event.completion) }
          : undefined,
    },
    events,
  );
}

/**
 * The request to try after a failure: without tools, with turns inserted after tool messages, or to the fallback model.
 * `undefined` if there is nothing left to try.
 */
function nextQuestion(
  { fallback }: AskServices,
  question: Question,
  thrown: unknown,
): Question | undefined {
  if (!(thrown instanceof ProviderError)) return undefined;
  const { tools, callerTools, route } = question;
  // Tools of the caller are never dropped: only the caller can decide that.
  const hasOwnToolsOnly = tools.length > 0 && callerTools.length === 0;
  if (hasOwnToolsOnly && refusesTools(thrown.failure)) return { ...question, tools: [] };
  const messages = refusesOrder(thrown.failure) ? addTurnsAfterTools(question.messages) : undefined;
  if (messages !== undefined) return { ...question, messages };
  const mayFallBack = question.allowFallback && isOutage(thrown.failure);
  if (fallback === undefined || !mayFallBack || fallback.model === route.model) return undefined;
  return { ...question, route: fallback };
}

/**
 * True if the provider failed rather than the request. A wrong key, an unknown model and a rejected request are
 * reported to the caller; an answer of the fallback model would hide them.
 */
function isOutage({ kind, status }: ProviderError['failure']): boolean {
  if (status === null) return kind !== 'auth' && kind !== 'blocked' && kind !== 'bad_endpoint';
  return status >= 500 || status === 408 || status === 425 || status === 429;
}
