import { AppError, Tally } from '@assay/contracts';
import type { IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';
import { getHeapStatistics } from 'node:v8';
import type { Reply, Request, Server } from '../server.ts';
import { whenOver } from './when-over.ts';

/** Bytes of bodies that are in memory at the same time. */
export interface BodyLimits {
  readonly inAll: number;
  readonly perCaller: number;
}

/** A body takes several times its size while it is parsed and passed on, so a small heap holds fewer. */
const IN_ALL = Math.min(getHeapStatistics().heap_size_limit / 8, 96 * 1024 * 1024);
export const BODY_LIMITS: BodyLimits = { inAll: IN_ALL, perCaller: IN_ALL / 2 };

/** Bodies this small need no counting: the number of requests bounds them. */
const SMALL_BYTES = 64 * 1024;

/** Bytes that a request keeps in memory. */
interface Held {
  /** Adds to them; returns why they are too many. */
  add(bytes: number): AppError | undefined;
  release(): void;
}

/** What the bodies that were received hold, by their requests. */
const received = new WeakMap<IncomingMessage, Held>();

/**
 * Bounds the memory of bodies: of requests, from when their bytes arrive until the work for them has ended, and of
 * answers that were not sent piece by piece, until they are sent. A caller that only announces a large body takes
 * nothing from the others.
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
    // A body that is refused before it is parsed has no reader: without this its error would end the process.
    counter.on('error', () => undefined);
    // The rest of a refused body is read and dropped: the next request on the connection would wait behind it.
    reply.raw.once('finish', () => payload.unpipe(counter).resume());
    return payload.pipe(counter);
  });
  server.addHook('onSend', async (request, reply, payload) => {
    // One copy of an open answer serves all of its readers.
    if (typeof payload !== 'string' || request.routeOptions.config.scope === 'open') return;
    if (payload.length <= SMALL_BYTES) return;
    const refusal = hold(request, reply).add(payload.length);
    if (refusal !== undefined) throw refusal;
  });
}

/** For a handler that goes on for long and does not need the body of its request any more. */
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
        if (isOver) return undefined; // the rest of a body that was refused already
        own += bytes;
        count(caller, bytes);
        return refusalFor({ own, ofCaller: byCaller.get(caller), inAll }, limits);
      },
    };
  };
}

/** A single body is bounded by its route, so it is not refused for its size. */
function refusalFor(
  held: { readonly own: number; readonly ofCaller: number; readonly inAll: number },
  limits: BodyLimits,
): AppError | undefined {
  const headers = { 'retry-after': '1' };
  if (held.ofCaller > Math.max(limits.perCaller, held.own)) {
    const detail = 'this caller has too much in work at the same time; send one after the other';
    return new AppError('rate_limited', detail, { headers });
  }
  if (held.inAll <= Math.max(limits.inAll, held.own)) return undefined;
  return new AppError('overloaded', 'too much is in work right now; send it again', { headers });
}

/** The name of the key, else the address. */
function callerOf({ caller, ip }: Request): string {
  return caller === null ? `address ${ip}` : `key ${caller.name}`;
}
