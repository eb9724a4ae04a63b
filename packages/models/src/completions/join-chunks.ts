import { errorKindForStatus, failedTry, messageForStatus } from '../calls/failed-try.ts';
import { ProviderError, type TextReceived } from './chat-provider.ts';
import { Completion, contentText } from './completion.ts';
import { isFields, isText, mergeDelta, type Fields } from './merge-delta.ts';

const MAX_CALLS = 128;

interface ChunkJoiner {
  /** Adds a chunk; returns its text, `undefined` if it has none. */
  add(chunk: unknown): TextReceived | undefined;
  /** Returns the completion as if it had not been streamed; `undefined` if there is none or it is incomplete. */
  completion(isDone: boolean): Completion | undefined;
}

/** Joins the chunks of a streamed completion and keeps all their fields. */
export function joinChunks(): ChunkJoiner {
  const frame: Fields = {};
  const message: Fields = {};
  const calls = joinCalls();
  let choice: Fields | undefined;

  function addDelta({ content, tool_calls: called, ...others }: Fields): void {
    if (content !== undefined) message['content'] = joinContent(message['content'], content);
    if (Array.isArray(called)) for (const call of called.filter(isFields)) calls.add(call);
    mergeDelta(message, others);
  }

  return {
    add(chunk) {
      if (!isFields(chunk)) throw new Error('a chunk of its stream is not an object');
      const { choices, error, ...rest } = chunk;
      throwReported(error);
      assignPresent(frame, rest);
      const first: unknown = Array.isArray(choices) ? choices[0] : undefined;
      if (!isFields(first)) return undefined;
      const { delta, logprobs, error: reason, ...said } = first;
      throwReported(reason); // OpenRouter reports errors here
      choice ??= {};
      assignPresent(choice, said);
      if (isFields(logprobs)) mergeDelta(choice, { logprobs });
      if (!isFields(delta)) return undefined;
      addDelta(delta);
      const model = typeof frame['model'] === 'string' ? frame['model'] : null;
      return textReceived(delta, { logprobs, model });
    },
    completion(isDone) {
      if (choice === undefined || !(isDone || 'finish_reason' in choice)) return undefined;
      const tool_calls = calls.all();
      const whole = tool_calls.length === 0 ? message : { ...message, tool_calls };
      return Completion.parse({ ...frame, choices: [{ ...choice, message: whole }] });
    },
  };
}

/** Returns the text of a message or delta; `undefined` if it has none. */
export function textReceived(
  message: Fields,
  { logprobs, model }: { readonly logprobs: unknown; readonly model: string | null },
): TextReceived | undefined {
  const text = contentText(message['content']);
  let fields: Record<string, string> | undefined;
  for (const key of Object.keys(message)) {
    const value = message[key];
    if (key === 'content' || value === '' || !isText(key, value)) continue;
    fields ??= {};
    fields[key] = value;
  }
  if (text === '' && fields === undefined && !isFields(logprobs)) return undefined;
  const probabilities = isFields(logprobs) ? logprobs : null;
  return { type: 'text-received', text, fields, logprobs: probabilities, model };
}

/** Throws a `ProviderError` if the provider reports an error in the body. Some errors carry an HTTP status. */
export function throwReported(error: unknown): void {
  if (error === undefined || error === null) return;
  const said = JSON.stringify(error);
  const code = isFields(error) ? Number(error['code'] ?? error['status']) : Number.NaN;
  const status = Number.isInteger(code) && code >= 400 && code < 600 ? code : null;
  const kind = (status === null ? undefined : errorKindForStatus(status)) ?? 'bad_response';
  const message =
    status === null ? `it reported ${said.slice(0, 300)}` : messageForStatus(status, said);
  throw new ProviderError(failedTry({ kind, status, message }));
}

/** Some providers number calls, starting at 0 or 1; others start a new call with a new id. */
function joinCalls(): { add(delta: Fields): void; all(): readonly Fields[] } {
  const calls = new Map<unknown, Fields>();
  let current: unknown = '';
  return {
    add({ index, ...delta }) {
      current = Number.isInteger(index) ? index : delta['id'] || current;
      const before = calls.get(current) ?? {};
      if (calls.size >= MAX_CALLS && !calls.has(current))
        throw new Error('it calls too many tools');
      calls.set(current, before);
      const id = before['id'] || delta['id'];
      const name = joinName(nameOf(before), nameOf(delta));
      mergeDelta(before, delta);
      if (id !== undefined) before['id'] = id;
      if (name !== undefined && isFields(before['function'])) before['function']['name'] = name;
    },
    all: () => [...calls.values()],
  };
}

function nameOf({ function: called }: Fields): string | undefined {
  const name = isFields(called) ? called['name'] : undefined;
  return typeof name === 'string' ? name : undefined;
}

/** Providers send a function name in one chunk, in pieces, or repeated in every chunk. */
function joinName(before: string | undefined, more: string | undefined): string | undefined {
  return before === more ? before : (before ?? '') + (more ?? '');
}

/** Content is a string or a list of parts; some providers alternate between both in one stream. */
function joinContent(before: unknown, content: unknown): unknown {
  if (content === null || content === '') return before ?? content;
  if (typeof content === 'string' && !Array.isArray(before)) {
    return typeof before === 'string' ? before + content : content;
  }
  const parts = Array.isArray(before) ? before : toParts(before);
  for (const part of toParts(content)) addPart(parts, part);
  return parts;
}

function toParts(content: unknown): unknown[] {
  if (Array.isArray(content)) return content;
  return typeof content === 'string' && content !== '' ? [{ type: 'text', text: content }] : [];
}

const PARTS_OF_TEXT = new Set<unknown>(['text', 'thinking']);

/** Appends to the last part if both are text of the same type. */
function addPart(parts: unknown[], part: unknown): void {
  const last = parts.at(-1);
  if (!isFields(part)) return void parts.push(part);
  const isMore = isFields(last) && last['type'] === part['type'] && PARTS_OF_TEXT.has(part['type']);
  const target: Fields = isMore ? last : {};
  const { text, thinking, ...others } = part;
  mergeDelta(target, others);
  if (text !== undefined) target['text'] = joinContent(target['text'], text);
  if (thinking !== undefined) target['thinking'] = joinContent(target['thinking'], thinking);
  if (!isMore) parts.push(target);
}

function assignPresent(target: Fields, fields: Fields): void {
  for (const key of Object.keys(fields)) {
    const value = fields[key];
    if (value !== null && value !== undefined && key !== '__proto__') target[key] = value;
  }
}
