import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

/** What went through, of an answer that came whole and well. */
export interface Exchange {
  readonly asked: string;
  readonly answered: string;
  readonly contentType: string;
}

/** Of the connection, not of the message; and what is read unpacked is passed on unpacked. */
const OF_THE_CONNECTION = new Set([
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Passes a request on and its answer back, piece by piece as it comes. */
export async function forward(
  target: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Exchange | undefined> {
  const asked = await text(request);
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const answer = await fetch(addressOf(target, request.url ?? '/'), {
    method: request.method ?? 'GET',
    headers: Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
      value === undefined || OF_THE_CONNECTION.has(name) ? [] : [[name, [value].flat().join(', ')]],
    ),
    ...(asked === '' ? {} : { body: asked }),
    redirect: 'manual',
    signal: gone.signal,
  });
  const headers = [...answer.headers].filter(([name]) => !OF_THE_CONNECTION.has(name));
  response.writeHead(answer.status, Object.fromEntries(headers));
  const decoder = new TextDecoder();
  let answered = '';
  for await (const piece of answer.body ?? []) {
    answered += decoder.decode(piece, { stream: true });
    if (!response.write(piece)) await once(response, 'drain', { signal: gone.signal });
  }
  response.end();
  if (!answer.ok) return undefined;
  return { asked, answered, contentType: answer.headers.get('content-type') ?? '' };
}

/** The path of the request below that of the target: `/v1/chat/completions` at `https://host/v1` has no `/v1` twice. */
export function addressOf(target: string, path: string): string {
  const base = new URL(target);
  const [pathname = '/', search] = path.split('?', 2);
  const below = base.pathname.replace(/\/$/, '');
  const repeated = below !== '' && (pathname === below || pathname.startsWith(`${below}/`));
  base.pathname = repeated ? pathname : `${below}${pathname}`;
  base.search = search === undefined ? '' : `?${search}`;
  return base.href;
}
