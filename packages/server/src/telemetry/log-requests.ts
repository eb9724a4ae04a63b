import { showAddress } from '@fairtrial/contracts';
import type { Reply, Server } from '../server.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The reason for a refusal, for the request's log line. */
    refusal: Refusal | null;
  }
}

interface Refusal {
  readonly code: string;
  readonly detail: string;
  /** What an operator must know and the caller is not told. */
  readonly cause?: string;
}

/** Logs one line per request, when it has ended. */
export function logRequests(server: Server): void {
  server.decorateRequest('refusal', null);
  server.addHook('onResponse', async (request, reply) => {
    const { method, url, caller, refusal } = request;
    request.log.info(
      {
        method,
        url: showAddress(url),
        status: finalStatus(reply),
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...(caller ? { key: caller.name } : {}),
        ...refusal,
      },
      refusal === null ? 'request completed' : 'request refused',
    );
  });
}

/** Returns the status of a finished request; 499 if the caller hung up. */
export function finalStatus(reply: Reply): number {
  return reply.raw.writableFinished ? reply.statusCode : 499;
}
