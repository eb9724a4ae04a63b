import { toStorable } from '@fairtrial/contracts';
import { textOf, type Attributes, type OtlpSpan } from './otlp-span.ts';
import { readInput, readOutput, type SpanSource } from './read-exchange.ts';
import { cutName, idOf, limitText, toJsonText } from './read-messages.ts';
import type { SpanContent, TraceMessage, TraceSpan } from './span-content.ts';

/** A span that belongs to a conversation. */
export interface ReadSpan extends TraceSpan {
  /** The id of the conversation in the attributes of this span. */
  readonly namedConversation: string | null;
}

/** Returns what a span says about a conversation; `undefined` if it says nothing. */
export function readSpan(span: OtlpSpan): ReadSpan | undefined {
  const namedConversation = readConversationId(span.attributes) ?? null;
  const content = readContent(span);
  if (content.kind === 'link' && namedConversation === null) return undefined;
  const { traceId, spanId, parentId, startedNs, endedNs } = span;
  return {
    traceId,
    spanId,
    parentId: parentId === '' ? null : parentId,
    startedNs,
    endedNs,
    namedConversation,
    content,
  };
}

function readContent(span: OtlpSpan): SpanContent {
  const { attributes, service, error } = span;
  const source: SpanSource = { attributes: withDetails(span), events: span.events };
  const isTool = kindOf(attributes) === 'tool';
  const input = isTool ? [] : readInput(source);
  const output = isTool ? [readTool(span)] : readOutput(source);
  const isEmpty = input.length + output.length === 0;
  const kind = kindOf(attributes) ?? (isEmpty ? 'link' : 'model');
  const isFailed = error !== undefined && kind !== 'link';
  return {
    kind: isEmpty && !(isFailed && kind === 'model') ? 'link' : kind,
    service: cutName(service),
    model: idOf(first(attributes, MODEL)),
    input,
    output,
    inputTokens: toCount(first(attributes, INPUT_TOKENS)),
    outputTokens: toCount(first(attributes, OUTPUT_TOKENS)),
    error: isFailed ? readError(span) : undefined,
  };
}

const DETAILS = 'gen_ai.client.inference.operation.details';

/** Messages may be in an event instead of the attributes. */
function withDetails({ attributes, events }: OtlpSpan): Attributes {
  const details = events.find(({ name }) => name === DETAILS);
  return details === undefined ? attributes : new Map([...attributes, ...details.attributes]);
}

const CONVERSATION = [
  'gen_ai.conversation.id',
  'session.id',
  'langfuse.session.id',
  ...['ai.telemetry.metadata', 'ai.settings.context', 'traceloop.association.properties'].flatMap(
    (prefix) =>
      [
        'conversationId',
        'conversation_id',
        'sessionId',
        'session_id',
        'threadId',
        'thread_id',
        'chatId',
        'chat_id',
      ].map((name) => `${prefix}.${name}`),
  ),
];
const MAX_ID_CHARS = 500;
/** A path cannot contain dots as a segment. */
const UNUSABLE = new Set(['', '.', '..']);

function readConversationId(attributes: Attributes): string | undefined {
  const value = first(attributes, CONVERSATION);
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const id = toStorable(String(value).trim().slice(0, MAX_ID_CHARS)).text;
  return UNUSABLE.has(id) ? undefined : id;
}

const KINDS = new Map<string, SpanContent['kind']>(
  Object.entries({
    chat: 'model',
    text_completion: 'model',
    completion: 'model',
    generate_content: 'model',
    llm: 'model',
    'ai.generatetext.dogenerate': 'model',
    'ai.streamtext.dostream': 'model',
    'ai.generateobject.dogenerate': 'model',
    'ai.streamobject.dostream': 'model',
    execute_tool: 'tool',
    tool: 'tool',
    'ai.toolcall': 'tool',
    invoke_agent: 'agent',
    create_agent: 'agent',
    invoke_workflow: 'agent',
    agent_step: 'agent',
    agent: 'agent',
    chain: 'agent',
    workflow: 'agent',
    task: 'agent',
    'ai.generatetext': 'agent',
    'ai.streamtext': 'agent',
    'ai.generateobject': 'agent',
    'ai.streamobject': 'agent',
    embeddings: 'link',
    embedding: 'link',
    rerank: 'link',
    reranker: 'link',
    retriever: 'link',
    guardrail: 'link',
    evaluator: 'link',
  } as const),
);
const KIND = [
  'openinference.span.kind',
  'gen_ai.operation.name',
  'ai.operationId',
  'traceloop.span.kind',
  'llm.request.type',
];

function kindOf(attributes: Attributes): SpanContent['kind'] | undefined {
  for (const name of KIND) {
    const kind = KINDS.get(textOf(attributes, name).toLowerCase());
    if (kind !== undefined) return kind;
  }
  return undefined;
}

const MODEL = [
  'gen_ai.response.model',
  'gen_ai.request.model',
  'ai.response.model',
  'llm.model_name',
  'ai.model.id',
];
const INPUT_TOKENS = [
  'gen_ai.usage.input_tokens',
  'gen_ai.usage.prompt_tokens',
  'llm.token_count.prompt',
  'ai.usage.inputTokens',
  'ai.usage.promptTokens',
];
const OUTPUT_TOKENS = [
  'gen_ai.usage.output_tokens',
  'gen_ai.usage.completion_tokens',
  'llm.token_count.completion',
  'ai.usage.outputTokens',
  'ai.usage.completionTokens',
];
const MAX_TOKENS = 1_000_000_000;

function toCount(value: unknown): number | undefined {
  const number = Math.round(Number(value ?? Number.NaN));
  return number >= 0 && number <= MAX_TOKENS ? number : undefined;
}

const TOOL_NAME = ['gen_ai.tool.name', 'tool.name', 'ai.toolCall.name', 'traceloop.entity.name'];
const TOOL_ID = ['gen_ai.tool.call.id', 'ai.toolCall.id', 'tool_call.id'];
const TOOL_ARGUMENTS = [
  'gen_ai.tool.call.arguments',
  'ai.toolCall.args',
  'tool.parameters',
  'input.value',
  'traceloop.entity.input',
];
const TOOL_RESULT = [
  'gen_ai.tool.call.result',
  'ai.toolCall.result',
  'output.value',
  'traceloop.entity.output',
];

function readTool({ name, attributes }: OtlpSpan): TraceMessage {
  const tool = idOf(first(attributes, TOOL_NAME)) ?? cutName(name);
  const id = idOf(first(attributes, TOOL_ID));
  const args = toJsonText(first(attributes, TOOL_ARGUMENTS));
  return {
    role: 'tool',
    text: toJsonText(first(attributes, TOOL_RESULT)),
    toolCalls: [{ id, name: tool, arguments: args }],
    callId: id,
    tool,
  };
}

function readError({ error, attributes, events }: OtlpSpan): string {
  const exception = events.find(({ name }) => name === 'exception')?.attributes;
  const reported = exception && textOf(exception, 'exception.message');
  const found = [error, reported, textOf(attributes, 'error.type')];
  return limitText(found.find((text) => text !== undefined && text !== '') ?? 'failed');
}

function first(attributes: Attributes, names: readonly string[]): unknown {
  for (const name of names) {
    const value = attributes.get(name);
    if (value !== undefined && value !== null && value !== '') return value;
  }
  return undefined;
}
