import { randomUUID } from 'node:crypto';
import type { AppError } from '@assay/contracts';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { toProblem } from '../problems/to-problem.ts';
import type { Server } from '../server.ts';

/** Health checks and metrics matter most when the service is full. */
const EXEMPT_PATHS = new Set(['/livez', '/readyz', '/metrics']);

/**
 * Refuses requests before Fastify sees them while `findRefusal` has a reason: a refusal that costs a fifth of an answer
 * would itself keep the service full.
 */
export function refuseEarly(server: Server, findRefusal: () => AppError | undefined): void {
  const listeners = server.server.listeners('request') as RequestListener[];
  server.server.removeAllListeners('request');
  server.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const refusal = EXEMPT_PATHS.has(urlPath(request)) ? undefined : findRefusal();
    if (refusal !== undefined) refuse(refusal, request, response);
    else for (const listener of listeners) listener(request, response);
  });
}

function refuse(error: AppError, request: IncomingMessage, response: ServerResponse): void {
  const requestId = randomUUID();
  const body = JSON.stringify(toProblem(error, { instance: request.url ?? '', requestId }));
  request.resume(); // what is still coming is read and dropped
  response
    .writeHead(error.status, {
      'content-type': 'application/problem+json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'x-request-id': requestId,
      ...error.headers,
      // Every web page may learn that the service is full, and nothing else.
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'retry-after',
    })
    .end(body);
}

function urlPath({ url = '' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? '';
}
