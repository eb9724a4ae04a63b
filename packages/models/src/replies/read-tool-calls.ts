import { isTooDeep, parseJson, toStorableJson, type ToolCall } from '@assay/contracts';
import { parsePath, valueAt } from './json-path.ts';
import { answeringMessages } from './read-message.ts';

/** Paths of OpenAI's two APIs and compatible ones, Anthropic's blocks, Gemini and Bedrock. */
const TOOL_CALL_PATHS = [
  'tool_calls',
  'choices[0].message.tool_calls',
  'message.tool_calls',
  'output',
  'content',
  'candidates[0].content.parts',
  'output.message.content',
].map(parsePath);

/** Keys of objects that wrap a call. */
const CALL_FIELDS = ['function', 'functionCall', 'toolUse'];

const ARGUMENT_FIELDS = ['arguments', 'args', 'input'];

const MAX_CALLS = 100;
const MAX_ARGUMENTS_LENGTH = 16 * 1024;

/**
 * Returns the tools called for a reply; `undefined` if the response lists none. Only the first list counts, because
 * LangChain lists the calls of Anthropic models twice, in `tool_calls` and in `content`. The agent backend's
 * `tool_trace` holds the calls that it made itself, so it counts in addition to any list.
 */
export function readToolCalls(body: unknown): readonly ToolCall[] | undefined {
  const messages = answeringMessages(valueAt(body, ['messages'])) ?? [];
  const lists = [
    ...TOOL_CALL_PATHS.map((path) => listCalls(valueAt(body, path))),
    messages.flatMap((message) => listCalls(valueAt(message, ['tool_calls']))),
  ];
  const first = lists.find((list) => list.length > 0) ?? [];
  const calls = [...listCalls(valueAt(body, ['tool_trace'])), ...first].slice(0, MAX_CALLS);
  return calls.length > 0 ? calls : undefined;
}

function listCalls(list: unknown): readonly ToolCall[] {
  if (!Array.isArray(list)) return [];
  return (list as readonly unknown[]).slice(0, MAX_CALLS).flatMap(toCall);
}

/** Parts that are not tool calls have no name with arguments. */
function toCall(entry: unknown): readonly ToolCall[] {
  const called = CALL_FIELDS.map((field) => valueAt(entry, [field])).find(Boolean) ?? entry;
  const name = valueAt(called, ['name']);
  const given = ARGUMENT_FIELDS.map((key) => valueAt(called, [key])).find(
    (value) => value !== undefined,
  );
  if (typeof name !== 'string' || given === undefined) return [];
  return [toStorableJson({ name: name.slice(0, 200), arguments: toValue(given) }) as ToolCall];
}

/**
 * Models write arguments as text that is usually JSON. If nested too deep, it stays text, because the value could not
 * be traversed.
 */
function toValue(given: unknown): unknown {
  const text = typeof given === 'string' ? given : JSON.stringify(given);
  if (text.length > MAX_ARGUMENTS_LENGTH) return text.slice(0, MAX_ARGUMENTS_LENGTH);
  const value = isTooDeep(text) ? undefined : parseJson(text);
  return value === undefined ? text : value;
}
