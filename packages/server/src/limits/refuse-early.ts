import { AppError } from '@assay/contracts';
import type { Meter } from '@opentelemetry/api';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { toProblem } from '../problems/to-problem.ts';
import type { Server } from '../server.ts';

/** Whether we live, and how we are doing, is asked most when we are full. */
const EXEMPT = new Set(['/livez', '/readyz', '/metrics']);
const REPORT_MS = 1000;

/**
 * Refuses in front of everything else while the service is full: a refusal that costs a fifth of an answer
 * would be what keeps the service full. Refusals are counted, and told in one line a second.
 */
export function refuseEarly(server: Server, meter: Meter, isFull: () => boolean): void {
  const counter = meter.createCounter('http.server.refused.requests', {
    description: 'Refused because the service was full',
  });
  let unreported = 0;
  const report = (): void => {
    server.log.warn({ refused: unreported }, 'the service is full');
    unreported = 0;
  };
  const listeners = server.server.listeners('request') as RequestListener[];
  server.server.removeAllListeners('request');
  server.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!isFull() || EXEMPT.has(pathOf(request))) {
      for (const listener of listeners) listener(request, response);
      return;
    }
    if (unreported === 0) setTimeout(report, REPORT_MS).unref();
    unreported += 1;
    counter.add(1);
    refuse(request, response);
  });
}

function refuse(request: IncomingMessage, response: ServerResponse): void {
  const requestId = randomUUID();
  const body = JSON.stringify(toProblem(FULL, { instance: request.url ?? '', requestId }));
  request.resume(); // what is still coming is read and dropped
  response
    .writeHead(FULL.status, {
      'content-type': 'application/problem+json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'retry-after': '1',
      'x-request-id': requestId,
      // Any page may know that we are full: it is told nothing else.
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'retry-after',
    })
    .end(body);
}

const FULL = new AppError('overloaded', 'this instance is full; send it again');

function pathOf({ url = '' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? '';
}
