import type { Attributes, OtlpEvent } from './otlp-span.ts';
import { parseJson, readMessages, toRole } from './read-messages.ts';
import type { TraceMessage } from './span-content.ts';

export interface SpanSource {
  readonly attributes: Attributes;
  readonly events: readonly OtlpEvent[];
}

type Reader = (source: SpanSource) => readonly TraceMessage[];

/** The messages that a model received. Each convention is tried in turn; a span usually follows one. */
export function readInput(source: SpanSource): readonly TraceMessage[] {
  return firstOf(source, [
    ({ attributes }) => [
      ...readMessages(systemText(attributes.get('gen_ai.system_instructions')), 'system'),
      ...readMessages(attributes.get('gen_ai.input.messages'), 'user'),
    ],
    ({ attributes }) => readMessages(collectIndexed(attributes, 'gen_ai.prompt'), 'user'),
    ({ attributes }) => readMessages(collectIndexed(attributes, 'llm.input_messages'), 'user'),
    ({ events }) => events.flatMap(readMessageEvent),
    ({ events }) => readEventAttribute(events, 'prompt', 'user'),
    readNamed(['gen_ai.prompt', 'ai.prompt.messages', 'ai.prompt', 'input.value'], 'user'),
  ]);
}

/** The messages that a model returned. */
export function readOutput(source: SpanSource): readonly TraceMessage[] {
  return firstOf(source, [
    readNamed(['gen_ai.output.messages'], 'assistant'),
    ({ attributes }) => readMessages(collectIndexed(attributes, 'gen_ai.completion'), 'assistant'),
    ({ attributes }) =>
      readMessages(collectIndexed(attributes, 'llm.output_messages'), 'assistant'),
    ({ events }) => events.filter(({ name }) => name === 'gen_ai.choice').flatMap(readChoice),
    ({ events }) => readEventAttribute(events, 'completion', 'assistant'),
    readAiSdkResponse,
    readNamed(['gen_ai.completion', 'output.value'], 'assistant'),
  ]);
}

function firstOf(source: SpanSource, readers: readonly Reader[]): readonly TraceMessage[] {
  for (const read of readers) {
    const messages = read(source);
    if (messages.length > 0) return messages;
  }
  return [];
}

function readNamed(names: readonly string[], role: TraceMessage['role']): Reader {
  return ({ attributes }) => {
    const name = names.find((one) => attributes.has(one));
    return name === undefined ? [] : readMessages(attributes.get(name), role);
  };
}

/** System instructions are a list of parts, which form one message. */
function systemText(value: unknown): unknown {
  const parts = parseJson(value);
  return Array.isArray(parts) ? [{ role: 'system', parts }] : value;
}

const MESSAGE_EVENT = /^gen_ai\.(system|user|assistant|tool)\.message$/;

function readMessageEvent({ name, attributes }: OtlpEvent): readonly TraceMessage[] {
  const role = MESSAGE_EVENT.exec(name)?.[1];
  if (role === undefined) return [];
  return readMessages([{ role, ...bodyOf(attributes) }], toRole(role, 'user'));
}

function readChoice({ attributes }: OtlpEvent): readonly TraceMessage[] {
  const body = bodyOf(attributes);
  const message = parseJson(body['message']) ?? body['message'];
  const isObject = typeof message === 'object' && message !== null;
  const content = message === undefined || isObject ? body['content'] : message;
  return readMessages([isObject ? message : { ...body, message: undefined, content }], 'assistant');
}

/** The body of an event: its attributes, or JSON in one of them. Lists of calls are JSON text. */
function bodyOf(attributes: Attributes): Readonly<Record<string, unknown>> {
  const body = parseJson(attributes.get('gen_ai.event.content'));
  const all = Object.fromEntries(attributes);
  const calls = parseJson(all['tool_calls']);
  const own = calls === undefined ? all : { ...all, tool_calls: calls };
  return typeof body === 'object' && body !== null ? { ...own, ...body } : own;
}

function readEventAttribute(
  events: readonly OtlpEvent[],
  what: 'prompt' | 'completion',
  role: TraceMessage['role'],
): readonly TraceMessage[] {
  const event = events.find(({ name }) => name === `gen_ai.content.${what}`);
  return readMessages(event?.attributes.get(`gen_ai.${what}`), role);
}

function readAiSdkResponse({ attributes }: SpanSource): readonly TraceMessage[] {
  const text = attributes.get('ai.response.text') ?? attributes.get('ai.response.object');
  const calls = parseJson(attributes.get('ai.response.toolCalls'));
  if (text === undefined && calls === undefined) return [];
  const toolCalls = Array.isArray(calls) ? calls : [];
  return readMessages(
    [{ role: 'assistant', content: text ?? '', tool_calls: toolCalls }],
    'assistant',
  );
}

type Tree = Map<string, unknown>;
const MAX_STEPS = 12;

/** Collects `prefix.0.role`, `prefix.0.content`, … into a list of objects. */
function collectIndexed(attributes: Attributes, prefix: string): readonly unknown[] {
  const root: Tree = new Map();
  for (const [name, value] of attributes) {
    if (!name.startsWith(`${prefix}.`)) continue;
    const steps = name.slice(prefix.length + 1).split('.');
    if (steps.length <= MAX_STEPS && /^\d{1,6}$/.test(steps[0] ?? '')) plant(root, steps, value);
  }
  const list = toPlain(root);
  return Array.isArray(list) ? list : [];
}

function plant(root: Tree, steps: readonly string[], value: unknown): void {
  let at = root;
  for (const step of steps.slice(0, -1)) {
    const next = at.get(step);
    const branch: Tree = next instanceof Map ? next : new Map();
    at.set(step, branch);
    at = branch;
  }
  at.set(steps.at(-1) ?? '', value);
}

/** Objects whose keys are all numbers become lists in the order of the numbers. */
function toPlain(node: unknown): unknown {
  if (!(node instanceof Map)) return node;
  const entries = [...(node as Tree)];
  if (entries.length > 0 && entries.every(([key]) => /^\d+$/.test(key))) {
    return entries.toSorted(([a], [b]) => Number(a) - Number(b)).map(([, item]) => toPlain(item));
  }
  return Object.fromEntries(entries.map(([key, item]) => [key, toPlain(item)]));
}
