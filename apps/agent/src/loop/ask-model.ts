import {
  GEN_AI_ATTRIBUTES,
  ProviderError,
  type ChatProvider,
  type ChatTool,
  type Completion,
  type CompletionEvent,
  type WireMessage,
} from '@assay/models';
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
  /** Throws where no provider is configured for it. */
  readonly providerOf: (route: ModelRoute) => ChatProvider;
  /** Asked where the model that was wanted fails before it says anything. */
  readonly fallback: ModelRoute | undefined;
  /** Models found to take no tools: they are not offered any for a while. */
  readonly toolless: ToollessModels;
  /** Present if spans hold the text of messages. */
  readonly traceText: TraceText | undefined;
}

export interface Question {
  readonly route: ModelRoute;
  /** Whether another model may answer. */
  readonly allowFallback: boolean;
  readonly messages: readonly WireMessage[];
  readonly tools: readonly ChatTool[];
  /** Those among them that the caller brought along. */
  readonly callerTools: readonly ChatTool[];
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly stream: boolean;
  /** Notes what is passed on. */
  readonly said: SpokenText;
  readonly signal: AbortSignal;
}

interface Reply {
  readonly completion: Completion;
  /** Who answered, and with which tools: not always what was asked for. */
  readonly route: ModelRoute;
  readonly tools: readonly ChatTool[];
}

/** One question to a model, its text passed on as it comes. */
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

/** As its provider names it. */
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

/** The next question after a failure: without tools, in another order, or to the fallback model; `undefined` if there is none. */
function nextQuestion(
  { fallback }: AskServices,
  question: Question,
  thrown: unknown,
): Question | undefined {
  if (!(thrown instanceof ProviderError)) return undefined;
  const { tools, callerTools, route } = question;
  // The caller's tools are the caller's to take back.
  const hasOwnToolsOnly = tools.length > 0 && callerTools.length === 0;
  if (hasOwnToolsOnly && refusesTools(thrown.failure)) return { ...question, tools: [] };
  const messages = refusesOrder(thrown.failure) ? addTurnsAfterTools(question.messages) : undefined;
  if (messages !== undefined) return { ...question, messages };
  const mayFallBack = question.allowFallback && isOutage(thrown.failure);
  if (fallback === undefined || !mayFallBack || fallback.model === route.model) return undefined;
  return { ...question, route: fallback };
}

/**
 * Whether the provider failed, and not the request: a wrong key, a model that does not exist and a request that is
 * refused are for the caller to know, and another model's answer would hide them.
 */
function isOutage({ kind, status }: ProviderError['failure']): boolean {
  if (status === null) return kind !== 'auth' && kind !== 'blocked' && kind !== 'bad_endpoint';
  return status >= 500 || status === 408 || status === 425 || status === 429;
}
