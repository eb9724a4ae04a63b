import type { Target } from '@fairtrial/contracts';
import { locateJson, type LocatedJson } from '../../../batch/locate-json.ts';
import { compact } from '../../../format/read-fields.ts';

export const METHODS = ['POST', 'PUT', 'GET'] as const;
export type Method = (typeof METHODS)[number];

/** Where the id of a session comes from. */
export const SESSIONS = ['none', 'reply', 'open'] as const;
export type SessionSource = (typeof SESSIONS)[number];

export interface HeaderRow {
  readonly name: string;
  readonly value: string;
}

/** A target as the fields of a form. An empty text is an absent field. */
export interface OwnRequest {
  /** False if the run is called in another way; the fields are kept. */
  readonly isUsed: boolean;
  /** The stored target that the fields were copied from. Empty if there is none. */
  readonly name: string;
  readonly method: Method;
  readonly path: string;
  readonly headers: readonly HeaderRow[];
  /** JSON. Not sent with GET. */
  readonly body: string;
  readonly reply: string;
  readonly metadata: string;
  readonly toolCalls: string;
  /** Pointer to the text in each event of a stream. */
  readonly stream: string;
  readonly session: SessionSource;
  readonly sessionFrom: string;
  readonly openMethod: Method;
  readonly openPath: string;
  /** JSON. Not sent with GET. */
  readonly openBody: string;
}

const BLANK: OwnRequest = {
  isUsed: false,
  name: '',
  method: 'POST',
  path: '',
  headers: [],
  body: '',
  reply: '',
  metadata: '',
  toolCalls: '',
  stream: '',
  session: 'none',
  sessionFrom: '',
  openMethod: 'POST',
  openPath: '',
  openBody: '',
};

/** The form before anything is typed: the smallest body that can work. */
export const NEW_REQUEST: OwnRequest = {
  ...BLANK,
  body: '{\n  "messages": "{{messages}}"\n}',
};

const STREAM_PREFIX = 'sse:';

/** The target that the fields describe; `undefined` if one of them is not valid JSON. */
export function toTarget(own: OwnRequest): Target | undefined {
  if (findJsonFault(own) !== undefined) return undefined;
  const headers = own.headers.filter(({ name, value }) => `${name}${value}`.trim() !== '');
  const stream = text(own.stream);
  return compact({
    method: method(own.method),
    path: text(own.path),
    headers:
      headers.length === 0
        ? undefined
        : Object.fromEntries(headers.map(({ name, value }) => [name.trim(), value])),
    body: json(own.method, own.body),
    reply: text(own.reply),
    metadata: text(own.metadata),
    tool_calls: text(own.toolCalls),
    session: toSession(own),
    stream: stream?.startsWith('/') ? `${STREAM_PREFIX}${stream}` : stream,
  }) as Target;
}

function toSession(own: OwnRequest): object | undefined {
  if (own.session === 'none') return undefined;
  const from = own.sessionFrom.trim();
  if (own.session === 'reply') return { from };
  const open = compact({
    method: method(own.openMethod),
    body: json(own.openMethod, own.openBody),
  });
  return { from, open: { ...open, path: own.openPath.trim() } };
}

function text(typed: string): string | undefined {
  return typed.trim() === '' ? undefined : typed.trim();
}

/** POST is the default of the service. */
function method(chosen: Method): Method | undefined {
  return chosen === 'POST' ? undefined : chosen;
}

function json(chosen: Method, typed: string): unknown {
  const read = readJson(chosen, typed);
  return read?.state === 'read' ? read.value : undefined;
}

/** `undefined` if no JSON is sent. */
export function readJson(chosen: Method, typed: string): LocatedJson | undefined {
  return chosen === 'GET' || typed.trim() === '' ? undefined : locateJson(typed);
}

/** Names the first field that is not valid JSON. Everything else is checked by the service. */
export function findJsonFault(own: OwnRequest): string | undefined {
  const body = readJson(own.method, own.body);
  if (body?.state === 'broken') return `The body is not valid JSON: line ${body.line}.`;
  if (own.session !== 'open') return undefined;
  const open = readJson(own.openMethod, own.openBody);
  if (open?.state !== 'broken') return undefined;
  return `The body to open the session is not valid JSON: line ${open.line}.`;
}

/** The fields of a target; `undefined` if they could not show all of it, as in a file with a wrong type. */
export function toOwnRequest(target: unknown): OwnRequest | undefined {
  const { session, ...parts } = record(target);
  const open = record(record(session)['open']);
  const own: OwnRequest = {
    ...BLANK,
    isUsed: true,
    method: readMethod(parts['method']),
    path: string(parts['path']),
    headers: Object.entries(record(parts['headers'])).map(([name, value]) => ({
      name,
      value: string(value),
    })),
    body: toJsonText(parts['body']),
    reply: string(parts['reply']),
    metadata: string(parts['metadata']),
    toolCalls: string(parts['tool_calls']),
    stream: string(parts['stream']).replace(STREAM_PREFIX, ''),
    session: session === undefined ? 'none' : 'open' in record(session) ? 'open' : 'reply',
    sessionFrom: string(record(session)['from']),
    openMethod: readMethod(open['method']),
    openPath: string(open['path']),
    openBody: toJsonText(open['body']),
  };
  return toCanonicalJson(toTarget(own)) === toCanonicalJson(target) ? own : undefined;
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function string(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function readMethod(value: unknown): Method {
  return METHODS.find((one) => one === value) ?? 'POST';
}

function toJsonText(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value, undefined, 2);
}

/** Equal for equal targets: with sorted keys, and without the default method. */
function toCanonicalJson(target: unknown): string {
  return JSON.stringify(target, (key, value: unknown) => {
    if (key === 'method' && value === 'POST') return undefined;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** Reads a draft. The browser stored it, so fields of another type are not used. */
export function parseOwnRequest(draft: string): OwnRequest {
  if (draft === '') return NEW_REQUEST;
  const stored = record(JSON.parse(draft));
  const isSameType = ([key, value]: [string, unknown]): boolean =>
    typeof stored[key] === typeof value && Array.isArray(stored[key]) === Array.isArray(value);
  const known = Object.entries(NEW_REQUEST).filter(isSameType);
  return { ...NEW_REQUEST, ...Object.fromEntries(known.map(([key]) => [key, stored[key]])) };
}

/** Puts a placeholder into double quotes, unless the JSON text before it ends inside a string. */
export function quotePlaceholder(placeholder: string, before: string): string {
  const quotes = before.replaceAll(/\\./g, '').split('"').length - 1;
  return quotes % 2 === 1 ? placeholder : `"${placeholder}"`;
}
