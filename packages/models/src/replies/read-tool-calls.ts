import { isTooDeep, parseJson, toStorableJson, type ToolCall } from '@fairtrial/contracts';
import { parsePath, valueAt } from '../messages/json-path.ts';
import { answeringMessages } from '../messages/read-message.ts';

/** Paths of lists that contain only tool calls. If such a list is empty, the endpoint reports that it made no calls. */
const CALL_LISTS = ['tool_calls', 'choices[0].message.tool_calls', 'message.tool_calls'].map(
  parsePath,
);

/** Paths of lists with tool calls among other parts: OpenAI Responses, Anthropic, Gemini and Bedrock. */
const PART_LISTS = [
  'output',
  'content',
  'candidates[0].content.parts',
  'output.message.content',
].map(parsePath);

/** OpenAI's earlier form: one call and not a list. */
const SINGLE_CALL = parsePath('choices[0].message.function_call');

/** Keys of objects that wrap a call. */
const CALL_FIELDS = ['function', 'functionCall', 'toolUse'];
const NAME_FIELDS = ['name', 'tool_name', 'toolName', 'tool'];
const ARGUMENT_FIELDS = ['arguments', 'args', 'input', 'parameters'];

const MAX_CALLS = 1000;
/** Entries of a list that are looked at: a list can have millions that are not calls. */
const MAX_ENTRIES = 10_000;
const MAX_ARGUMENTS_LENGTH = 16 * 1024;
/** For all calls of a reply together: 1,000 calls with the longest arguments would be too much to store. */
const MAX_TOTAL_LENGTH = 256 * 1024;

export interface ReportedCalls {
  readonly calls: readonly ToolCall[];
  /** True if calls were left out, because there were too many. A call whose arguments were cut has `cut`. */
  readonly isCut: boolean;
}

/**
 * Returns the tools called for a reply; `undefined` if the response does not report them. Only the first list with calls
 * counts, because LangChain lists the calls of Anthropic models twice, in `tool_calls` and in `content`. Two lists count
 * in addition: `tool_trace`, the calls that the agent backend made itself, and LangChain's `invalid_tool_calls`.
 */
export function readToolCalls(body: unknown): ReportedCalls | undefined {
  const single = toCall(valueAt(body, SINGLE_CALL));
  const traced = listCalls(valueAt(body, ['tool_trace']));
  const invalid = listCalls(valueAt(body, ['invalid_tool_calls']));
  const found = [
    ...CALL_LISTS.map((path) => listCalls(valueAt(body, path))),
    ...PART_LISTS.map((path) => listCallParts(valueAt(body, path))),
    single && { calls: [single], isCut: false },
    listMessageCalls(valueAt(body, ['messages'])),
  ].filter((list) => list !== undefined);
  const first = found.find(({ calls }) => calls.length > 0);
  const all = joinLists([traced, first, invalid].filter((list) => list !== undefined));
  const isReported = all.calls.length > 0 || found.length > 0 || traced !== undefined;
  return isReported ? toReported(all) : undefined;
}

/** Returns the calls in a list, such as the one at `target.tool_calls`; `undefined` if it is not a list of calls. */
export function readCallList(value: unknown): ReportedCalls | undefined {
  const list = listCalls(value);
  return list && toReported(list);
}

/** A call as the response lists it. */
interface ListedCall {
  readonly name: string;
  /** `undefined` if there are none. */
  readonly given: unknown;
  readonly failed: boolean;
}

interface CallList {
  readonly calls: readonly ListedCall[];
  /** True if the list has more entries than are looked at. */
  readonly isCut: boolean;
}

function joinLists(lists: readonly CallList[]): CallList {
  return {
    calls: lists.flatMap(({ calls }) => calls),
    isCut: lists.some(({ isCut }) => isCut),
  };
}

/** A list with entries of which none can be read does not report that there were no calls. */
function listCalls(value: unknown): CallList | undefined {
  if (!Array.isArray(value)) return undefined;
  const entries: readonly unknown[] = value.slice(0, MAX_ENTRIES);
  const calls = entries.flatMap((entry) => toCall(entry) ?? []);
  if (calls.length === 0 && value.length > 0) return undefined;
  return { calls, isCut: value.length > MAX_ENTRIES };
}

/** Parts that are not tool calls have no name with arguments. */
function listCallParts(value: unknown): CallList | undefined {
  const { calls: parts, isCut } = listCalls(value) ?? { calls: [], isCut: false };
  const calls = parts.filter(({ given }) => given !== undefined);
  return calls.length > 0 ? { calls, isCut } : undefined;
}

function listMessageCalls(messages: unknown): CallList | undefined {
  const lists = (answeringMessages(messages) ?? [])
    .map((message) => listCalls(valueAt(message, ['tool_calls'])))
    .filter((list) => list !== undefined);
  return lists.length > 0 ? joinLists(lists) : undefined;
}

/** OpenAI's question if a call may be made. It has a name and arguments like a call. */
const APPROVAL_REQUEST = 'mcp_approval_request';

/** A call is an object with a name, or only the name. */
function toCall(entry: unknown): ListedCall | undefined {
  if (typeof entry === 'string') return { name: entry, given: undefined, failed: false };
  if (valueAt(entry, ['type']) === APPROVAL_REQUEST) return undefined;
  const wrapped = CALL_FIELDS.map((field) => valueAt(entry, [field])).find(isObject);
  const called = wrapped ?? entry;
  const name = firstAt(called, NAME_FIELDS);
  if (typeof name !== 'string') return undefined;
  const failed = saysFailed(entry) || saysFailed(called);
  return { name, given: firstAt(called, ARGUMENT_FIELDS), failed };
}

function firstAt(value: unknown, fields: readonly string[]): unknown {
  return fields.map((field) => valueAt(value, [field])).find((found) => found !== undefined);
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

const FAILED_STATUS = /^(error|failed|failure)$/i;

function saysFailed(call: unknown): boolean {
  const isTrue = (field: string): boolean => valueAt(call, [field]) === true;
  const status = valueAt(call, ['status']);
  return (
    ['failed', 'is_error', 'isError'].some(isTrue) ||
    valueAt(call, ['success']) === false ||
    isError(valueAt(call, ['error'])) ||
    (typeof status === 'string' && FAILED_STATUS.test(status))
  );
}

/** Some endpoints fill in `error` for every call: an empty value or "none" is not an error. */
function isError(error: unknown): boolean {
  if (typeof error === 'string') return error !== '' && error.toLowerCase() !== 'none';
  if (typeof error === 'object' && error !== null) return Object.keys(error).length > 0;
  return Boolean(error);
}

/** Keeps the calls within the limits on their number and the length of their arguments. */
function toReported({ calls: listed, isCut }: CallList): ReportedCalls {
  let left = MAX_TOTAL_LENGTH;
  const calls = listed.slice(0, MAX_CALLS).map(({ name, given = {}, failed }): ToolCall => {
    const text = typeof given === 'string' ? given : JSON.stringify(given);
    const kept = text.slice(0, Math.min(left, MAX_ARGUMENTS_LENGTH));
    left -= kept.length;
    const cut = kept.length < text.length;
    const call = {
      name: name.slice(0, 200),
      arguments: cut ? kept : toValue(text),
      ...(failed ? { failed } : {}),
      ...(cut ? { cut } : {}),
    };
    return toStorableJson(call) as ToolCall;
  });
  return { calls, isCut: isCut || listed.length > MAX_CALLS };
}

/**
 * Models write arguments as text that is usually JSON. If nested too deep, it stays text, because the value could not
 * be traversed.
 */
function toValue(text: string): unknown {
  const value = isTooDeep(text) ? undefined : parseJson(text);
  return value === undefined ? text : value;
}
