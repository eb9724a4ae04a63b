import { TestBatch, type Conversation, type ConversationHead } from '@fairtrial/contracts';
import { splitWords } from '../db/split-words.ts';
import type { ConversationRow } from '../db/traces/conversations.ts';
import type { TraceSpan } from './span-content.ts';
import { type AssembledMessage, Timeline } from './timeline.ts';

const PREVIEW_CHARS = 200;
const NAME_CHARS = 80;
const MAX_NAMES = 50;
const MAX_WORDS = 5000;
const NS_PER_MS = 1_000_000n;

/** What lists show of a conversation; `undefined` if its spans have no message. */
export function summarize(id: string, spans: readonly TraceSpan[]): ConversationRow | undefined {
  const assembled = assemble(spans);
  if (assembled.messages.length === 0) return undefined;
  const head = toHead(id, assembled);
  const texts = assembled.messages.flatMap(({ text, error }) => [text, error ?? '']);
  return { head, words: splitWords(texts, MAX_WORDS) };
}

/** A whole conversation; `undefined` if its spans have no message. */
export function viewConversation(
  id: string,
  spans: readonly TraceSpan[],
): Conversation | undefined {
  const assembled = assemble(spans);
  if (assembled.messages.length === 0) return undefined;
  const { messages } = assembled;
  const calls = messages.flatMap(({ toolCalls }) => toolCalls);
  const toolOf = new Map(calls.flatMap((call) => (call.id ? [[call.id, call.name]] : [])));
  return {
    ...toHead(id, assembled),
    messages: messages.map((message) => ({
      role: message.role,
      text: message.text,
      tool_calls: message.toolCalls.map(({ name, arguments: args }) => ({ name, arguments: args })),
      tool: message.tool ?? toolOf.get(message.callId ?? '') ?? null,
      model: message.model ?? null,
      latency_ms: message.latencyMs ?? null,
      error: message.error ?? null,
    })),
    trace_ids: [...new Set(assembled.spans.map(({ traceId }) => traceId))],
    scenario: toScenario(id, messages),
  };
}

function toHead(id: string, { messages, spans }: Assembled): ConversationHead {
  const contents = spans.map(({ content }) => content);
  const models = contents.flatMap(({ kind, model }) => (kind === 'tool' ? [] : (model ?? [])));
  const called = messages.flatMap(({ tool, toolCalls }) => [
    ...toolCalls.map(({ name }) => name),
    ...[tool ?? []].flat(),
  ]);
  const users = messages.filter(({ role }) => role === 'user');
  return {
    id,
    service: contents.find(({ service }) => service !== '')?.service ?? '',
    started_at: toTime(spans.map(({ startedNs }) => startedNs).reduce(least)),
    ended_at: toTime(spans.map(({ endedNs }) => endedNs).reduce(most)),
    models: distinct(models),
    tools: distinct(called),
    turns: users.length,
    input_tokens: sum(contents.map(({ inputTokens }) => inputTokens)),
    output_tokens: sum(contents.map(({ outputTokens }) => outputTokens)),
    failed: contents.some(({ error }) => error !== undefined),
    preview: cut(users[0]?.text ?? '', PREVIEW_CHARS),
  };
}

/** The last text before the next user message is the reply that the user saw. */
function toScenario(id: string, messages: readonly AssembledMessage[]): TestBatch | null {
  const interactions: { user_message: string; reference_reply?: string }[] = [];
  for (const { role, text } of messages) {
    const last = interactions.at(-1);
    if (role === 'user') interactions.push({ user_message: text });
    else if (role === 'assistant' && text !== '' && last) last.reference_reply = text;
  }
  const [first] = interactions;
  if (first === undefined) return null;
  const name = cut(first.user_message, NAME_CHARS);
  return TestBatch.safeParse({ name, source: { conversation: id }, interactions }).data ?? null;
}

function toTime(ns: bigint): string {
  return new Date(Number(ns / NS_PER_MS)).toISOString();
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function most(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

function sum(counts: readonly (number | undefined)[]): number | null {
  const known = counts.filter((count) => count !== undefined);
  return known.length === 0 ? null : known.reduce((total, count) => total + count, 0);
}

function distinct(names: readonly string[]): string[] {
  return [...new Set(names)].filter((name) => name !== '').slice(0, MAX_NAMES);
}

function cut(text: string, max: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= max ? line : `${line.slice(0, max - 1).toWellFormed()}…`;
}

export interface Assembled {
  readonly messages: readonly AssembledMessage[];
  /** The spans whose messages, tokens and errors count. */
  readonly spans: readonly TraceSpan[];
}

/**
 * Assembles a conversation from its spans. Every call sends the history again, so messages that were seen before are
 * left out. The result depends on the spans only, not on the order in which they arrived.
 */
export function assemble(stored: readonly TraceSpan[]): Assembled {
  const spans = chooseSpans(stored).toSorted(byTime);
  const timeline = new Timeline();
  for (const span of spans) timeline.addCall(span);
  return { messages: timeline.messages, spans };
}

/**
 * Spans around model calls repeat the messages of the calls: they count only in traces without a model call. A model
 * call directly inside another is the same call, recorded by a second instrumentation.
 */
function chooseSpans(stored: readonly TraceSpan[]): readonly TraceSpan[] {
  const models = stored.filter(({ content }) => content.kind === 'model');
  const traces = new Set(models.map(({ traceId }) => traceId));
  const modelIds = new Set(models.map(keyOf));
  const agentIds = new Set(stored.filter(({ content }) => content.kind === 'agent').map(keyOf));
  return stored.filter((span) => {
    const { traceId, parentId, content } = span;
    const parent = parentId === null ? '' : `${traceId} ${parentId}`;
    if (content.kind === 'tool') return true;
    if (content.kind === 'model') return parentId === span.spanId || !modelIds.has(parent);
    if (content.kind === 'link' || traces.has(traceId)) return false;
    return parentId === span.spanId || !agentIds.has(parent);
  });
}

function keyOf({ traceId, spanId }: TraceSpan): string {
  return `${traceId} ${spanId}`;
}

function byTime(a: TraceSpan, b: TraceSpan): number {
  if (a.startedNs !== b.startedNs) return a.startedNs < b.startedNs ? -1 : 1;
  if (a.endedNs !== b.endedNs) return a.endedNs < b.endedNs ? -1 : 1;
  return keyOf(a) < keyOf(b) ? -1 : 1;
}
