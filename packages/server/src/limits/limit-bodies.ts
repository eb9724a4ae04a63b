import { AppError, findExcess, INPUT_LIMITS, Tally, type JsonLimit } from '@fairtrial/contracts';
import type { IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';
import { getHeapStatistics } from 'node:v8';
import type { Reply, Request, Server } from '../server.ts';
import { whenOver } from './when-over.ts';

/** Limits on the bytes of bodies in memory at the same time. */
export interface BodyLimits {
  readonly inAll: number;
  readonly perCaller: number;
}

/** A body takes several times its size while it is parsed and forwarded, so a small heap holds fewer. */
const IN_ALL = Math.min(getHeapStatistics().heap_size_limit / 8, 96 * 1024 * 1024);
export const BODY_LIMITS: BodyLimits = { inAll: IN_ALL, perCaller: IN_ALL / 2 };

/** Smaller bodies are not counted: the limit on requests bounds them. */
const SMALL_BYTES = 64 * 1024;

/** Bytes that one request holds in memory. */
interface Held {
  /** Adds to the bytes; returns an error if they exceed a limit. */
  add(bytes: number): AppError | undefined;
  release(): void;
}

/** Bytes held by received bodies, by request. */
const received = new WeakMap<IncomingMessage, Held>();

/**
 * Bounds the memory of bodies. A request's body counts from the arrival of its bytes until its handler has ended, and
 * an answer that is not streamed counts until it is sent. A caller that only announces a large body takes nothing from
 * the others.
 */
export function limitBodies(server: Server, limits: BodyLimits): void {
  const hold = createHolder(limits);

  server.addHook('preParsing', async (request, reply, payload) => {
    if (Number(request.headers['content-length'] ?? Infinity) <= SMALL_BYTES) return payload;
    const held = hold(request, reply);
    received.set(request.raw, held);
    const counter = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        const refusal = held.add(chunk.length);
        if (refusal === undefined) done(null, chunk);
        else done(refusal);
      },
    });
    payload.once('error', (error: Error) => counter.destroy(error));
    // A body refused before it is parsed has no reader: without this listener its error would crash the process.
    counter.on('error', () => undefined);
    // Read and drop the rest of a refused body: the next request on the connection would wait behind it.
    reply.raw.once('finish', () => payload.unpipe(counter).resume());
    return payload.pipe(counter);
  });
  server.addHook('onSend', async (request, reply, payload) => {
    // All readers of an open answer share one copy.
    if (typeof payload !== 'string' || request.routeOptions.config.scope === 'open') return;
    if (payload.length <= SMALL_BYTES) return;
    const refusal = hold(request, reply).add(payload.length);
    if (refusal !== undefined) throw refusal;
  });
}

/** For a long-running handler that no longer needs its request's body. */
export function releaseBody(request: Request): void {
  Object.assign(request, { body: undefined });
  received.get(request.raw)?.release();
}

function createHolder(limits: BodyLimits): (request: Request, reply: Reply) => Held {
  const byCaller = new Tally();
  let inAll = 0;

  function count(caller: string, bytes: number): void {
    inAll += bytes;
    byCaller.add(caller, bytes);
  }

  return (request, reply) => {
    const caller = callerOf(request);
    let own = 0;
    let isOver = false;
    const release = (): void => {
      isOver = true;
      count(caller, -own);
      own = 0;
    };
    whenOver(request, reply, release);
    return {
      release,
      add(bytes) {
        if (isOver) return undefined; // the rest of a body that was already refused
        own += bytes;
        count(caller, bytes);
        return refusalFor({ own, ofCaller: byCaller.get(caller), inAll }, limits);
      },
    };
  };
}

/** A single body is never refused for its size: its route bounds it. */
function refusalFor(
  held: { readonly own: number; readonly ofCaller: number; readonly inAll: number },
  limits: BodyLimits,
): AppError | undefined {
  const headers = { 'retry-after': '1' };
  if (held.ofCaller > Math.max(limits.perCaller, held.own)) {
    const detail = 'this caller has too many bytes in flight; send requests one after the other';
    return new AppError('rate_limited', detail, { headers });
  }
  if (held.inAll <= Math.max(limits.inAll, held.own)) return undefined;
  return new AppError('overloaded', 'too many bytes are in flight; retry the request', { headers });
}

/** The name of the caller's key, else the caller's address. */
function callerOf({ caller, ip }: Request): string {
  return caller === null ? `address ${ip}` : `key ${caller.name}`;
}

/**
 * Accepts only JSON bodies within `INPUT_LIMITS`, which are checked before parsing. Drops `__proto__` keys, because no
 * copy of the value could keep them safely.
 */
export function acceptJsonOnly(server: Server): void {
  const parse = server.getDefaultJsonParser('remove', 'ignore');
  server.removeAllContentTypeParsers();
  server.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => {
      const excess = findExcess(body, INPUT_LIMITS);
      if (excess) done(toRefusal(excess.limit, excess.pointer));
      else void parse(request, body, done);
    },
  );
}

const WHAT: Readonly<Record<JsonLimit, string>> = {
  depth: 'levels of nesting',
  values: 'values in all',
  list_items: 'items in a list',
  object_keys: 'keys in an object',
  key_chars: 'characters in a key',
  string_chars: 'characters in a string',
};

function toRefusal(limit: JsonLimit, pointer: string): AppError {
  const most = `at most ${INPUT_LIMITS[limit].toLocaleString('en')} ${WHAT[limit]} are allowed`;
  const code = limit === 'depth' ? 'too_deep' : 'limit_exceeded';
  return new AppError(code, `${pointer || 'the body'}: ${most}`, {
    errors: [{ pointer, detail: most }],
  });
}
