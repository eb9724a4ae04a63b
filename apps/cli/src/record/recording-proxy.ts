import { parseJson } from '@fairtrial/contracts';
import {
  ChatMessages,
  chatToConversation,
  type Conversation,
  type InteractionJson,
  type NamedConversation,
} from '@fairtrial/imports';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { startLocalServer, type LocalServer } from '../command/start-local-server.ts';

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

const ChatRequest = z.looseObject({ messages: ChatMessages });

/**
 * The conversation in a request to an OpenAI-compatible endpoint or the agent backend; `undefined` if the body is not a
 * chat request.
 */
function readChatRequest(body: string): Conversation | undefined {
  const { data } = ChatRequest.safeParse(parseJson(body));
  return data && chatToConversation(data.messages);
}

const Reply = z.looseObject({
  choices: z
    .array(z.looseObject({ message: z.looseObject({ content: z.string().nullish() }) }))
    .optional(),
  content: z.string().nullish(),
});

/** The text of an answer, whole or streamed; `undefined` if it is empty or the stream is incomplete. */
function readReply(contentType: string, body: string): string | undefined {
  const reply = contentType.includes('text/event-stream') ? readStream(body) : readWhole(body);
  return reply === '' ? undefined : reply;
}

function readWhole(body: string): string | undefined {
  const { data } = Reply.safeParse(parseJson(body));
  return data?.choices?.[0]?.message.content ?? data?.content ?? undefined;
}

const Chunk = z.looseObject({
  choices: z
    .array(z.looseObject({ delta: z.looseObject({ content: z.string().nullish() }).optional() }))
    .optional(),
  content: z.string().optional(),
  message: z.looseObject({ content: z.string() }).optional(),
  error: z.unknown().optional(),
});
type Chunk = z.infer<typeof Chunk>;

/** The text of a stream that ended with [DONE]. The agent backend repeats the whole message at the end. */
function readStream(body: string): string | undefined {
  const events = body.split(/\r?\n\r?\n/).map(readEventData);
  if (!events.includes('[DONE]')) return undefined;
  const chunks = events.flatMap((event): readonly Chunk[] => {
    const { data } = Chunk.safeParse(parseJson(event));
    return data === undefined ? [] : [data];
  });
  if (chunks.some(({ error }) => error !== undefined)) return undefined;
  const whole = chunks.find(({ message }) => message !== undefined);
  return whole?.message?.content ?? chunks.map(readDelta).join('');
}

function readDelta({ choices, content }: Chunk): string {
  return choices?.[0]?.delta?.content ?? content ?? '';
}

function readEventData(event: string): string {
  return event
    .split(/\r?\n/)
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice('data:'.length).replace(/^ /, ''))
    .join('\n');
}

export interface Recording {
  /** Adds one exchange. Returns false if the request has no user message. */
  add(asked: Conversation, reply: string): boolean;
  readonly conversations: readonly NamedConversation[];
}

interface RecordedConversation {
  readonly id: string;
  readonly system: string | undefined;
  interactions: readonly InteractionJson[];
}

/**
 * Groups exchanges into conversations: every request repeats the messages before it, so it continues the conversation
 * that consists of exactly those. A repeated first message starts another conversation.
 */
export function createRecording(): Recording {
  const conversations: RecordedConversation[] = [];
  return {
    add({ system, interactions }, reply) {
      const asked = interactions.at(-1);
      if (asked === undefined) return false;
      const earlier = interactions.slice(0, -1);
      const answered = { user_message: asked.user_message, reference_reply: reply };
      const isContinued = (one: RecordedConversation): boolean =>
        one.system === system && conversationKey(one.interactions) === conversationKey(earlier);
      const continued = earlier.length === 0 ? undefined : conversations.find(isContinued);
      if (continued) continued.interactions = [...continued.interactions, answered];
      else {
        const id = `conversation-${conversations.length + 1}`;
        conversations.push({ id, system, interactions: [...earlier, answered] });
      }
      return true;
    },
    conversations,
  };
}

function conversationKey(interactions: readonly InteractionJson[]): string {
  return JSON.stringify(interactions.map((one) => [one.user_message, one.reference_reply]));
}
