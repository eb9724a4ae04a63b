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
import { traceEvents } from './trace-events.ts';
import { usageAttributes } from './usage.ts';

export interface AskServices {
  /** Throws where no provider is configured for it. */
  readonly providerOf: (route: ModelRoute) => ChatProvider;
  /** Asked where the model that was wanted fails before it says anything. */
  readonly fallback: ModelRoute | undefined;
  /** Models found to take no tools: they are not offered any again. */
  readonly toolless: Set<string>;
}

export interface Question {
  readonly route: ModelRoute;
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

const MAX_TOOLLESS_MODELS = 1000;

/** One question to a model, its text passed on as it comes. */
export async function* askModel(
  services: AskServices,
  question: Question,
): AsyncGenerator<AgentEvent, Reply> {
  const { route } = question;
  const tools = services.toolless.has(route.model) ? question.callerTools : question.tools;
  let hasSpoken = false;
  try {
    const answer = services.providerOf(route).complete({ ...question, tools, model: route.model });
    for await (const event of traced(route, answer)) {
      if (event.type === 'completion-received') {
        return { completion: event.completion, route, tools };
      }
      hasSpoken = true;
      yield question.said.add(event, event.model ?? route.model);
    }
  } catch (thrown) {
    const next = hasSpoken ? undefined : nextFallback(services, question, thrown);
    if (next === undefined) throw thrown;
    const reply = yield* askModel(services, next);
    // The model takes no tools if it answers without them and the caller brought none.
    const isToolless = next.tools.length === 0 && next.route === route;
    if (isToolless && services.toolless.size < MAX_TOOLLESS_MODELS)
      services.toolless.add(route.model);
    return reply;
  }
  throw new Error('a provider ended without a completion');
}

function traced(
  { model, provider }: ModelRoute,
  events: AsyncGenerator<CompletionEvent>,
): AsyncGenerator<CompletionEvent> {
  const attributes = {
    [GEN_AI_ATTRIBUTES.operation]: 'chat',
    [GEN_AI_ATTRIBUTES.requestModel]: model,
    [GEN_AI_ATTRIBUTES.provider]: provider,
  };
  return traceEvents(
    {
      name: `chat ${model}`,
      kind: SpanKind.CLIENT,
      attributes,
      attributesOf: (event) =>
        event.type === 'completion-received' ? usageAttributes(event.completion.usage) : undefined,
    },
    events,
  );
}

/** The next question after a failure: without tools, or to the fallback model; `undefined` if there is none. */
function nextFallback(
  { fallback, toolless }: AskServices,
  question: Question,
  thrown: unknown,
): Question | undefined {
  if (!(thrown instanceof ProviderError)) return undefined;
  const { status, kind } = thrown.failure;
  if (refusesTools(thrown) && mayDropTools(question, toolless)) return { ...question, tools: [] };
  const mayFallBack = kind !== 'auth' && !(status !== null && status >= 400 && status < 404);
  if (fallback === undefined || !mayFallBack || fallback.model === question.route.model)
    return undefined;
  return { ...question, route: fallback };
}

/** The caller's tools are the caller's to take back; and a model is asked without them once. */
function mayDropTools({ tools, callerTools, route }: Question, toolless: Set<string>): boolean {
  return tools.length > 0 && callerTools.length === 0 && !toolless.has(route.model);
}

function refusesTools({ failure: { status, message } }: ProviderError): boolean {
  return status === 400 && /tool|function/i.test(message);
}
