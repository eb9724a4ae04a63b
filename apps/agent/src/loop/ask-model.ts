import {
  GEN_AI,
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
import { traceEvents } from './trace-events.ts';
import { usageAttributes } from './usage-attributes.ts';

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
  readonly signal: AbortSignal;
}

interface Reply {
  readonly completion: Completion;
  /** Who answered, and with which tools: not always what was asked for. */
  readonly route: ModelRoute;
  readonly tools: readonly ChatTool[];
}

const REMEMBERED = 1000;

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
      yield event;
    }
  } catch (thrown) {
    const next = hasSpoken ? undefined : otherWay(services, question, thrown);
    if (next === undefined) throw thrown;
    const reply = yield* askModel(services, next);
    // What is true of a model shows in that it answers without tools, and nobody else brought any along.
    const isToolless = next.tools.length === 0 && next.route === route;
    if (isToolless && services.toolless.size < REMEMBERED) services.toolless.add(route.model);
    return reply;
  }
  throw new Error('a provider ended without a completion');
}

function traced(
  { model, provider }: ModelRoute,
  events: AsyncGenerator<CompletionEvent>,
): AsyncGenerator<CompletionEvent> {
  const attributes = {
    [GEN_AI.operation]: 'chat',
    [GEN_AI.requestModel]: model,
    [GEN_AI.provider]: provider,
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

/** How else it may be asked: without tools, or of another model. */
function otherWay(
  { fallback, toolless }: AskServices,
  question: Question,
  thrown: unknown,
): Question | undefined {
  if (!(thrown instanceof ProviderError)) return undefined;
  const { status, kind } = thrown.failure;
  if (refusesTools(thrown) && mayGoWithout(question, toolless)) return { ...question, tools: [] };
  const heals = kind !== 'auth' && !(status !== null && status >= 400 && status < 404);
  if (fallback === undefined || !heals || fallback.model === question.route.model) return undefined;
  return { ...question, route: fallback };
}

/** The caller's tools are the caller's to take back; and a model is asked without them once. */
function mayGoWithout({ tools, callerTools, route }: Question, toolless: Set<string>): boolean {
  return tools.length > 0 && callerTools.length === 0 && !toolless.has(route.model);
}

function refusesTools({ failure: { status, message } }: ProviderError): boolean {
  return status === 400 && /tool|function/i.test(message);
}
