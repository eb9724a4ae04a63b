import { isTooDeep, parseJson, toStorableJson, type ToolCall } from '@assay/contracts';
import { parsePath, valueAt } from './json-path.ts';
import { answeringMessages } from './read-message.ts';

/** OpenAI's two interfaces and the like, Anthropic's blocks, Gemini, Bedrock. */
const TOOL_CALL_PATHS = [
  'tool_calls',
  'choices[0].message.tool_calls',
  'message.tool_calls',
  'output',
  'content',
  'candidates[0].content.parts',
  'output.message.content',
].map(parsePath);

/** Objects around a call in a list. */
const CALL_FIELDS = ['function', 'functionCall', 'toolUse'];

const ARGUMENT_FIELDS = ['arguments', 'args', 'input'];

const MAX_CALLS = 100;
const MAX_ARGUMENTS_LENGTH = 16 * 1024;

/**
 * The tools that were called on the way to a reply; `undefined` if the answer names none. Only the first list counts:
 * LangChain has the calls of Anthropic's models twice, in `tool_calls` and in `content`. The trace of the agent backend
 * has the calls that it made itself, so it counts beside any list.
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

/** A part of a message that calls no tool has no name with arguments. */
function toCall(entry: unknown): readonly ToolCall[] {
  const called = CALL_FIELDS.map((field) => valueAt(entry, [field])).find(Boolean) ?? entry;
  const name = valueAt(called, ['name']);
  const given = ARGUMENT_FIELDS.map((key) => valueAt(called, [key])).find(
    (value) => value !== undefined,
  );
  if (typeof name !== 'string' || given === undefined) return [];
  return [toStorableJson({ name: name.slice(0, 200), arguments: toValue(given) }) as ToolCall];
}

/** Models write arguments as a text that is usually JSON. Too deep, it stays a text: nothing could walk the value. */
function toValue(given: unknown): unknown {
  const text = typeof given === 'string' ? given : JSON.stringify(given);
  if (text.length > MAX_ARGUMENTS_LENGTH) return text.slice(0, MAX_ARGUMENTS_LENGTH);
  const value = isTooDeep(text) ? undefined : parseJson(text);
  return value === undefined ? text : value;
}
