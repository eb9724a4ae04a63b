import { AppError, INPUT_LIMITS, ROUTES } from '@fairtrial/contracts';
import { addRoute, limitProject, releaseBody, type Metrics, type Server } from '@fairtrial/server';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { z } from 'zod';
import type { Database } from '../db/connection/open-database.ts';
import { readClock } from '../db/connection/read-clock.ts';
import { listSpans } from '../db/traces/spans.ts';
import {
  findConversation,
  listConversations,
  type ConversationPlace,
} from '../db/traces/conversations.ts';
import { decodeJson } from '../traces/decode-json.ts';
import { OtlpError, type OtlpRequest } from '../traces/otlp-span.ts';
import { receiveTraces, type Received } from '../traces/receive-traces.ts';
import { createRequestRedact } from '../traces/redact-span.ts';
import type { SpanContent } from '../traces/span-content.ts';
import { splitSearch } from '../db/split-words.ts';
import type { TraceCaps } from '../traces/store-spans.ts';
import { viewConversation } from '../traces/summarize.ts';
import { projectOf, type SearchServices } from './route-helpers.ts';

/** How traces are received and kept. */
export interface TraceSettings {
  readonly retentionDays: number;
  readonly caps: TraceCaps;
  /** Patterns of the operator, added to the built-in rules; `undefined`: texts are not redacted. */
  readonly redactPatterns: readonly string[] | undefined;
}

interface TraceServices {
  readonly database: Database;
  readonly settings: TraceSettings;
  readonly metrics: Metrics;
}

const { bodyTypes: BODY_TYPES } = ROUTES['POST /v1/traces'];
const [, PROTOBUF_BODY] = BODY_TYPES;
/** Each takes a connection to the database, of which a process has ten. */
const REQUESTS_AT_ONCE = 4;

/** `POST /v1/traces`. Encapsulated, because only this route accepts bodies that are not JSON. */
export async function addTraces(server: Server, services: TraceServices): Promise<void> {
  const { database, settings, metrics } = services;
  const counter = metrics.meter.createCounter('evals.spans', {
    description: 'Spans received: stored, repeated, dropped (not of a conversation) or rejected',
  });
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser([...BODY_TYPES], { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    scope.addContentTypeParser('*', (_request, _body, done) => {
      const detail = `send the traces with Content-Type: ${BODY_TYPES.join(' or ')}`;
      done(new AppError('unsupported_media_type', detail));
    });
    addRoute(
      scope,
      'POST /v1/traces',
      async (request, reply) => {
        const isProtobuf = request.headers['content-type']?.startsWith(PROTOBUF_BODY) === true;
        const body = await unpack(request.body, request.headers['content-encoding']);
        // Most callers send JSON, so that the library for protobuf is loaded when it is first needed.
        const protobuf = isProtobuf ? await import('../traces/decode-protobuf.ts') : undefined;
        const decoded = decode(protobuf?.decodeProtobuf ?? decodeJson, body);
        releaseBody(request);
        const { redactPatterns: patterns } = settings;
        const received = await receiveTraces(
          {
            ...settings,
            database,
            project: projectOf(request),
            redact: patterns && createRequestRedact(patterns),
            now: await readClock(database),
          },
          decoded,
        );
        for (const outcome of ['stored', 'repeated', 'dropped', 'rejected'] as const) {
          counter.add(received[outcome], { outcome });
        }
        if (protobuf === undefined) return toJson(received);
        const answer = protobuf.encodeResponse(received.rejected, received.message);
        return reply.type(PROTOBUF_BODY).send(Buffer.from(answer));
      },
      { preHandler: limitProject({ what: 'requests with traces', atOnce: REQUESTS_AT_ONCE }) },
    );
  });
}

const unzip = promisify(gunzip);

async function unpack(bytes: Uint8Array, encoding = 'identity'): Promise<Uint8Array> {
  if (encoding === 'identity') return bytes;
  if (encoding !== 'gzip') {
    throw new AppError('unsupported_media_type', 'send the body without encoding, or with gzip');
  }
  try {
    return await unzip(bytes, { maxOutputLength: INPUT_LIMITS.body_bytes });
  } catch (error) {
    const isTooLarge = error instanceof RangeError;
    if (!isTooLarge) throw new AppError('bad_request', 'the body is not valid gzip');
    const detail = `the decompressed body has more than ${INPUT_LIMITS.body_bytes} bytes: send fewer spans at once`;
    throw new AppError('body_too_large', detail);
  }
}

function decode(read: (body: Uint8Array) => OtlpRequest, body: Uint8Array): OtlpRequest {
  try {
    return read(body);
  } catch (error) {
    if (!(error instanceof OtlpError)) throw error;
    throw new AppError('bad_request', `the traces cannot be read: ${error.message}`);
  }
}

function toJson({ rejected, message }: Received): object {
  if (rejected === 0) return {};
  return { partialSuccess: { rejectedSpans: String(rejected), errorMessage: message } };
}

/** `GET /conversations` and `GET /conversations/{id}`. */
export function addConversations(server: Server, { database, searchGuard }: SearchServices): void {
  const options = { preHandler: searchGuard };
  addRoute(
    server,
    'GET /conversations',
    async (request) => {
      const { q, cursor, limit, ...filter } = request.query;
      const words = splitSearch(q);
      if (words === undefined) return { conversations: [], next_cursor: null };
      const found = await listConversations(database, {
        project: projectOf(request),
        filter: { ...filter, words },
        after: cursor === undefined ? undefined : readCursor(cursor),
        limit: limit + 1,
      });
      const conversations = found.slice(0, limit);
      const last = found.length > limit ? conversations.at(-1) : undefined;
      return { conversations: [...conversations], next_cursor: last ? writeCursor(last) : null };
    },
    options,
  );
  addRoute(
    server,
    'GET /conversations/:id',
    async (request) => {
      const { id } = request.params;
      const project = projectOf(request);
      const head = await findConversation(database, project, id);
      const spans = head && (await listSpans<SpanContent>(database, project, [head.id]));
      const found = spans && viewConversation(id, spans);
      if (found) return found;
      throw new AppError('not_found', `there is no conversation ${id}; see GET /conversations`);
    },
    options,
  );
}

function writeCursor({ started_at: startedAt, id }: { started_at: string; id: string }): string {
  return Buffer.from(JSON.stringify([startedAt, id])).toString('base64url');
}

const Cursor = z.tuple([z.iso.datetime(), z.string()]);

function readCursor(text: string): ConversationPlace {
  try {
    const [startedAt, id] = Cursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
    return { startedAt, id };
  } catch {
    const detail = 'must be the next_cursor of another page';
    throw new AppError('invalid_request', `/cursor ${detail}`, {
      errors: [{ pointer: '/cursor', detail }],
    });
  }
}
