import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { Reply, Request, Server } from '../server.ts';

/** The unfinished parts of a request: its answer, its handler, and the stream that the answer is read from. */
interface Work {
  parts: number;
  readonly whenOver: (() => void)[];
}

const underWay = new WeakMap<IncomingMessage, Work>();

/**
 * Tracks the work of every request. A request does not end when its caller hangs up: its handler may continue, because
 * the answer is paid for or a database is still working, and a limit that released it earlier would limit nothing. A
 * handler whose caller hangs up before it starts does not start.
 */
export function followWork(server: Server): void {
  server.addHook('onRoute', (route) => {
    const { handler } = route;
    route.handler = function follow(request, reply) {
      if (reply.raw.destroyed) return reply.hijack();
      const result: unknown = handler.call(this, request, reply);
      if (result instanceof Promise) {
        const end = beginPart(request);
        result.then(end, end);
      }
      return result;
    };
  });
  server.addHook('onSend', async (request, _reply, payload) => {
    if (payload instanceof Readable && !payload.closed) payload.once('close', beginPart(request));
  });
}

/** Calls back once, when the answer is sent or the caller is gone and all work for the request has ended. */
export function whenOver(request: Request, reply: Reply, callback: () => void): void {
  let work = underWay.get(request.raw);
  if (reply.raw.closed && !work?.parts) {
    callback(); // no unfinished part is left that would call it
    return;
  }
  if (work === undefined) {
    work = { parts: 0, whenOver: [] };
    underWay.set(request.raw, work);
    reply.raw.once('close', beginPart(request));
  }
  work.whenOver.push(callback);
}

function beginPart({ raw }: Request): () => void {
  const work = underWay.get(raw);
  if (work === undefined) return () => undefined; // nothing waits for the request to end
  work.parts += 1;
  return () => {
    work.parts -= 1;
    if (work.parts === 0) for (const callback of work.whenOver.splice(0)) callback();
  };
}
