import { randomUUID } from 'node:crypto';
import type { AppError } from '@fairtrial/contracts';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { toProblem } from '../problems/to-problem.ts';
import type { Server } from '../server.ts';

/** Health checks and metrics matter most when the service is full. */
const EXEMPT_PATHS = new Set(['/livez', '/readyz', '/metrics']);

/**
 * Calls `receive` with each request before Fastify sees it. `receive` returns an error to refuse the request, or hands
 * it to Fastify now or later. A refusal by Fastify costs a fifth of an answer, which would itself keep the service
 * full; so would requests that are read, checked and counted long before they start.
 */
export function receiveEarly(
  server: Server,
  receive: (handOver: () => void) => AppError | undefined,
): void {
  const listeners = server.server.listeners('request') as RequestListener[];
  server.server.removeAllListeners('request');
  server.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const handOver = (): void => {
      for (const listener of listeners) listener(request, response);
    };
    if (EXEMPT_PATHS.has(urlPath(request))) {
      handOver();
      return;
    }
    const refusal = receive(handOver);
    if (refusal !== undefined) refuse(refusal, request, response);
  });
}

function refuse(error: AppError, request: IncomingMessage, response: ServerResponse): void {
  const requestId = randomUUID();
  const body = JSON.stringify(toProblem(error, { instance: request.url ?? '', requestId }));
  request.resume(); // read and drop the rest of the body
  response
    .writeHead(error.status, {
      'content-type': 'application/problem+json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'x-request-id': requestId,
      ...error.headers,
      // Any web page may learn that the service is full, but nothing else.
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'retry-after',
    })
    .end(body);
}

function urlPath({ url = '' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? '';
}
