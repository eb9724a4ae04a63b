import { INPUT_LIMITS } from '../shared/input-limits.ts';
import { findHeaderFaults } from './target-header-faults.ts';
import { parseTemplate, PLACEHOLDERS } from './template-text.ts';

/** A target as posted: its fields have the right types. */
export interface PostedTarget {
  readonly method?: string | undefined;
  readonly path?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: unknown;
  readonly reply?: string | undefined;
  readonly metadata?: string | undefined;
  readonly tool_calls?: string | undefined;
  readonly session?:
    | {
        readonly from: string;
        readonly open?:
          | { readonly method?: string | undefined; readonly path: string; readonly body?: unknown }
          | undefined;
      }
    | undefined;
  readonly stream?: string | undefined;
}

export interface TargetFault {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** True if the target describes the request; otherwise it only describes the response. */
export function isTemplate({
  method,
  path,
  headers,
  body,
  stream,
  session,
}: PostedTarget): boolean {
  const parts = [method, path, headers, body, stream, session?.open];
  return parts.some((part) => part !== undefined);
}

/**
 * Lists what is wrong with a target, up to the number of errors that a response lists. Everything that can be known is
 * refused before the run starts.
 */
export function findTargetFaults(target: PostedTarget): readonly TargetFault[] {
  if (!isTemplate(target)) return [];
  const tooLarge = findLargeBodies(target);
  if (tooLarge.length > 0) return tooLarge;
  const texts = listTexts(target);
  const faults = [
    ...texts.flatMap((text) => findTextFaults(text, target)),
    ...findPathFaults(target),
    ...findHeaderFaults(target.headers ?? {}).map(({ name, message }) => ({
      path: name === undefined ? ['headers'] : ['headers', name],
      message,
    })),
    ...findBodyFaults(target),
    ...findMissing(target, texts),
  ];
  return faults.slice(0, INPUT_LIMITS.errors_listed);
}

/** The same limit as for stored targets. Every text of a body is searched for placeholders, with each request. */
const MAX_BODY_BYTES = 64 * 1024;

function findLargeBodies({ body, session }: PostedTarget): readonly TargetFault[] {
  const bodies = [
    { path: ['body'], value: body },
    { path: ['session', 'open', 'body'], value: session?.open?.body },
  ];
  const message = `is larger than ${MAX_BODY_BYTES / 1024} kB; send long texts as messages or as the system prompt, and insert them with placeholders`;
  return bodies.flatMap(({ path, value }) => {
    const json = JSON.stringify(value ?? null);
    return new TextEncoder().encode(json).length > MAX_BODY_BYTES ? [{ path, message }] : [];
  });
}

/** A text of a target that may contain placeholders. */
interface PlacedText {
  readonly path: TargetFault['path'];
  readonly text: string;
  readonly isKey?: boolean;
}

function listTexts({ path, headers, body, session }: PostedTarget): readonly PlacedText[] {
  const open = session?.open;
  return [
    ...(path === undefined ? [] : [{ path: ['path'], text: path }]),
    ...Object.entries(headers ?? {}).map(([name, text]) => ({ path: ['headers', name], text })),
    ...listJsonTexts(body, ['body']),
    ...(open === undefined
      ? []
      : [
          { path: ['session', 'open', 'path'], text: open.path },
          ...listJsonTexts(open.body, ['session', 'open', 'body']),
        ]),
  ];
}

function listJsonTexts(value: unknown, path: TargetFault['path']): readonly PlacedText[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item, at) => listJsonTexts(item, [...path, at]));
  return Object.entries(value).flatMap(([key, item]) => [
    { path: [...path, key], text: key, isKey: true },
    ...listJsonTexts(item, [...path, key]),
  ]);
}

const MAX_NAME_SHOWN = 40;

function findTextFaults(
  { path, text, isKey = false }: PlacedText,
  { session }: PostedTarget,
): readonly TargetFault[] {
  if (isKey) {
    return text.includes('{{')
      ? [{ path, message: 'has {{ in a key: only values can have placeholders' }]
      : [];
  }
  return parseTemplate(text).flatMap((part) => {
    const message =
      part.type === 'text'
        ? findStray(part.text)
        : (findUnknown(part.name) ??
          (part.name === 'session' ? findSessionFault(path, session) : undefined));
    return message === undefined ? [] : [{ path, message }];
  });
}

function findStray(text: string): string | undefined {
  return text.includes('{{')
    ? 'has {{ that is not part of a placeholder; a placeholder is written like {{user_message}}'
    : undefined;
}

function findUnknown(name: string): string | undefined {
  const known: readonly string[] = PLACEHOLDERS;
  return known.includes(name)
    ? undefined
    : `has the unknown placeholder {{${name.slice(0, MAX_NAME_SHOWN)}}}; known are ${PLACEHOLDERS.join(', ')}`;
}

function findSessionFault(
  path: TargetFault['path'],
  session: PostedTarget['session'],
): string | undefined {
  if (path[0] === 'session')
    return 'has {{session}}, but it opens the session, which has no id yet';
  if (session === undefined) return 'has {{session}}, but there is no "session" to read it from';
  return path[0] === 'path' && session.open === undefined
    ? 'has {{session}} in the path, so the session must be opened before: set "session.open"'
    : undefined;
}

function findPathFaults({ path, session }: PostedTarget): readonly TargetFault[] {
  const paths = [
    { path: ['path'], text: path },
    { path: ['session', 'open', 'path'], text: session?.open?.path },
  ];
  return paths.flatMap(({ path: at, text }) => {
    const message = text === undefined ? undefined : findPathFault(text);
    return message === undefined ? [] : [{ path: at, message }];
  });
}

function findBodyFaults({ method, body, session }: PostedTarget): readonly TargetFault[] {
  const withGet = 'must be absent: a GET request has no body';
  const open = session?.open;
  const ofOpen =
    open?.method === 'GET' && open.body !== undefined
      ? [{ path: ['session', 'open', 'body'], message: withGet }]
      : [];
  if (method === 'GET') {
    return body === undefined ? ofOpen : [{ path: ['body'], message: withGet }, ...ofOpen];
  }
  const message =
    'is missing: a target with method, path, headers, stream or session.open describes the whole request, so it needs a body such as {"question": "{{user_message}}"}';
  return body === undefined ? [{ path: ['body'], message }, ...ofOpen] : ofOpen;
}

/** Placeholders for what the user said. */
const SAID = ['user_message', 'messages', 'transcript'];

function findMissing(
  { method, body, session }: PostedTarget,
  texts: readonly PlacedText[],
): readonly TargetFault[] {
  const ofTurn = texts.filter(({ path, isKey }) => path[0] !== 'session' && isKey !== true);
  const uses = (names: readonly string[], among: readonly PlacedText[]): boolean =>
    among.some(({ text }) =>
      parseTemplate(text).some((part) => part.type === 'placeholder' && names.includes(part.name)),
    );
  const carriesSaid = uses(
    SAID,
    ofTurn.filter(({ path }) => path[0] !== 'headers'),
  );
  const faults: TargetFault[] = [];
  if (!carriesSaid && (body !== undefined || method === 'GET')) {
    faults.push({
      path: method === 'GET' ? ['path'] : ['body'],
      message: `must contain ${SAID.map((name) => `{{${name}}}`).join(' or ')}: without it, the endpoint is not asked anything`,
    });
  }
  if (session !== undefined && !uses(['session'], ofTurn)) {
    faults.push({
      path: ['session'],
      message: 'is read but never sent: put {{session}} into the body, path or headers',
    });
  }
  return faults;
}

/** Spellings of a dot, slash or backslash that some servers decode before they resolve a path. */
const ENCODED_SEPARATOR = /%(25)*(2e|2f|5c)/i;
const BROKEN_ESCAPE = /%(?![0-9a-f]{2})/i;
const DOT_SEGMENT = /(^|\/)\.{1,2}($|[/;])/;

/**
 * Returns what is wrong with the path of a request template; `undefined` if nothing is. A path must stay on the origin
 * of the endpoint, and every server must understand it in the same way.
 */
function findPathFault(path: string): string | undefined {
  const text = parseTemplate(path)
    .map((part) => (part.type === 'text' ? part.text : 'x'))
    .join('');
  const [segments = ''] = text.split('?', 1);
  if (!text.startsWith('/')) {
    return 'must begin with /: it is a path on the origin of the endpoint, which belongs into "endpoint"';
  }
  if (text.startsWith('//')) return 'must begin with one /, since // would name another host';
  if (text.includes('\\')) return 'must not contain a backslash';
  if (text.includes('#')) return 'must not contain #, since fragments are never sent; write %23';
  if (/[\s\p{Cc}]/u.test(text)) {
    return 'must not contain spaces or control characters; write %20 for a space';
  }
  if (BROKEN_ESCAPE.test(segments)) return 'has a % without two hexadecimal digits; write %25';
  if (ENCODED_SEPARATOR.test(segments)) {
    return 'must not contain an encoded dot, slash or backslash (%2e, %2f, %5c)';
  }
  return DOT_SEGMENT.test(segments) ? 'must not contain the segments . or ..' : undefined;
}
