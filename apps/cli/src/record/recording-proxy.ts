import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Conversation } from '@fairtrial/imports';
import { startLocalServer, type LocalServer } from '../command/start-local-server.ts';
import { readChatRequest, readReply } from './read-exchange.ts';

interface ProxyOptions {
  /** The endpoint to which requests are forwarded. */
  readonly target: string;
  readonly port: number;
  /** Called after each chat request that was answered completely. */
  readonly onExchange: (asked: Conversation, reply: string) => void;
  readonly onError: (error: unknown) => void;
}

const LOCAL_HOST = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/i;
const LOCAL_ORIGIN = /^https?:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/i;

/** Starts a local proxy that forwards everything to an endpoint and reports each chat exchange. */
export async function startRecordingProxy(options: ProxyOptions): Promise<LocalServer> {
  return startLocalServer(options.port, (request, response) => {
    handle(options, request, response).catch((error: unknown) => {
      options.onError(error);
      if (!response.headersSent) response.writeHead(502).end();
      else response.destroy();
    });
  });
}

async function handle(
  { target, onExchange }: ProxyOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!isFromThisMachine(request)) {
    request.resume();
    response
      .writeHead(403)
      .end('only programs and web pages on this machine can use this recorder\n');
    return;
  }
  const exchange = await forward(target, request, response);
  if (exchange === undefined || request.method !== 'POST') return;
  const asked = readChatRequest(exchange.requestBody);
  const reply = readReply(exchange.contentType, exchange.responseBody);
  if (asked !== undefined && reply !== undefined) onExchange(asked, reply);
}

/**
 * False if a web page of another site sent the request: it could add conversations to the recording and reach an
 * endpoint that only this machine can reach. Browsers send the site in Origin, or mark the request as cross-site. A
 * page whose name resolves to this machine (DNS rebinding) is detected by its Host header.
 */
function isFromThisMachine({ headers }: IncomingMessage): boolean {
  const { host = '', origin } = headers;
  if (!LOCAL_HOST.test(host)) return false;
  return origin === undefined
    ? headers['sec-fetch-site'] !== 'cross-site'
    : LOCAL_ORIGIN.test(origin);
}

/** A request and its complete, successful response. */
interface Exchange {
  readonly requestBody: string;
  readonly responseBody: string;
  readonly contentType: string;
}

/** Hop-by-hop headers, and those of the encoding, since bodies are forwarded decoded. */
const HEADERS_NOT_FORWARDED = new Set([
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

/** Forwards a request and streams its response back. Returns `undefined` if the response is an error. */
async function forward(
  target: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Exchange | undefined> {
  const requestBody = await text(request);
  const closed = new AbortController();
  response.once('close', () => closed.abort());
  const answer = await fetch(resolveTargetUrl(target, request.url ?? '/'), {
    method: request.method ?? 'GET',
    headers: Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
      value === undefined || HEADERS_NOT_FORWARDED.has(name)
        ? []
        : [[name, [value].flat().join(', ')]],
    ),
    ...(requestBody === '' ? {} : { body: requestBody }),
    redirect: 'manual',
    signal: closed.signal,
  });
  const headers = [...answer.headers].filter(([name]) => !HEADERS_NOT_FORWARDED.has(name));
  response.writeHead(answer.status, Object.fromEntries(headers));
  const decoder = new TextDecoder();
  let responseBody = '';
  for await (const chunk of answer.body ?? []) {
    responseBody += decoder.decode(chunk, { stream: true });
    if (!response.write(chunk)) await once(response, 'drain', { signal: closed.signal });
  }
  response.end();
  if (!answer.ok) return undefined;
  return { requestBody, responseBody, contentType: answer.headers.get('content-type') ?? '' };
}

/**
 * Appends the path of the request to that of the target without repeating it: `/v1/models` at `https://host/v1` becomes
 * `https://host/v1/models`.
 */
export function resolveTargetUrl(target: string, path: string): string {
  const base = new URL(target);
  const [pathname = '/', search] = path.split('?', 2);
  const below = base.pathname.replace(/\/$/, '');
  const repeated = below !== '' && (pathname === below || pathname.startsWith(`${below}/`));
  base.pathname = repeated ? pathname : `${below}${pathname}`;
  base.search = search === undefined ? '' : `?${search}`;
  return base.href;
}
