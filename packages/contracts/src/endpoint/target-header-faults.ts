import { parseTemplate } from './template-text.ts';

const MAX_HEADERS = 20;
const TOKEN = /^[!#$%&'*+.^_`|~0-9a-z-]+$/i;

const KEY = 'cannot be set here: keys are set by the operator, with ENDPOINTS';
const COOKIE = 'cannot be set: cookies are not supported; use "session" to continue a conversation';
const CONTENT =
  'cannot be set: the body is always JSON (application/json), and form-encoded APIs are not supported';
const SET_BY_FAIRTRIAL = 'cannot be set here: it is set with each request';

const REWRITES =
  'cannot be set: some servers read the path, the host or the method of a request from it; use "endpoint", "path" and "method"';

/** Reasons for headers that a template cannot set. */
const REFUSED: Readonly<Record<string, string>> = {
  authorization: KEY,
  cookie: COOKIE,
  'set-cookie': COOKIE,
  'content-type': CONTENT,
  ...Object.fromEntries(
    [
      'x-host',
      'x-http-method',
      'x-http-method-override',
      'x-method-override',
      'x-original-host',
      'x-original-url',
      'x-rewrite-url',
    ].map((name) => [name, REWRITES]),
  ),
  ...Object.fromEntries(
    [
      'accept-encoding',
      'baggage',
      'connection',
      'content-length',
      'expect',
      'forwarded',
      'host',
      'idempotency-key',
      'keep-alive',
      'te',
      'traceparent',
      'tracestate',
      'trailer',
      'transfer-encoding',
      'upgrade',
      'x-model-fallback',
    ].map((name) => [name, SET_BY_FAIRTRIAL]),
  ),
};
const REFUSED_PREFIXES: Readonly<Record<string, string>> = {
  'proxy-': KEY,
  'sec-': SET_BY_FAIRTRIAL,
  'x-fairtrial-': SET_BY_FAIRTRIAL,
  'x-forwarded-': SET_BY_FAIRTRIAL,
};

/** Texts that are too long for a header, and may have several lines. */
const LONG_TEXTS = ['user_message', 'messages', 'transcript', 'system_prompt'];

export interface HeaderFault {
  /** The name of the header; `undefined` if the fault is about all of them. */
  readonly name?: string;
  readonly message: string;
}

/** Lists what is wrong with the headers of a request template. */
export function findHeaderFaults(
  headers: Readonly<Record<string, string>>,
): readonly HeaderFault[] {
  const names = Object.keys(headers);
  const lower = names.map((name) => name.toLowerCase());
  const tooMany =
    names.length > MAX_HEADERS ? [{ message: `has more than ${MAX_HEADERS} headers` }] : [];
  const faults = Object.entries(headers).flatMap(([name, value], at) => {
    const isRepeated = lower.indexOf(name.toLowerCase()) < at;
    const repeated = isRepeated ? 'is set twice; header names ignore case' : undefined;
    const message = findNameFault(name) ?? repeated ?? findValueFault(value);
    return message === undefined ? [] : [{ name, message }];
  });
  return [...tooMany, ...faults];
}

function findNameFault(name: string): string | undefined {
  if (!TOKEN.test(name)) {
    return "is not a header name: only letters, digits and !#$%&'*+-.^_`|~ are allowed";
  }
  const lower = name.toLowerCase();
  if (Object.hasOwn(REFUSED, lower)) return REFUSED[lower];
  return Object.entries(REFUSED_PREFIXES).find(([prefix]) => lower.startsWith(prefix))?.[1];
}

function findValueFault(value: string): string | undefined {
  if (/\p{Cc}/u.test(value)) return 'must not contain line breaks or other control characters';
  const long = parseTemplate(value).find(
    (part) => part.type === 'placeholder' && LONG_TEXTS.includes(part.name),
  );
  return long === undefined
    ? undefined
    : `must not contain ${LONG_TEXTS.map((name) => `{{${name}}}`).join(', ')}: texts belong into the body`;
}
