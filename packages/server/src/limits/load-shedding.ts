import { AppError } from '@assay/contracts';
import type { Meter } from '@opentelemetry/api';
import { AsyncResource } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { toProblem } from '../problems/to-problem.ts';
import type { Request, Server } from '../server.ts';
import { whenOver } from './when-over.ts';

/** Event-loop turns between two requests: each turn accepts one connection, so that callers get in to be refused. */
const TURNS_PER_REQUEST = 8;

/** A request that would wait longer than this in the queue is refused. */
const MAX_QUEUE_MS = 500;

/** Upper bound of one sample: a pause of the whole process says nothing about how fast the queue moves. */
const MAX_SAMPLE_MS = 20;
const SMOOTHING = 0.05;

/**
 * Requests wait in a queue, and every few turns of the event loop one of them starts. A burst of requests is
 * thereby started one by one, and other work gets its turn in between: answers, hang-ups, health checks. While
 * the queue is too long, new requests are refused before anything else is done with them.
 */
export function shedLoad(server: Server, meter: Meter, maxConcurrent: number): void {
  const queue: (() => void)[] = [];
  let underWay = 0;
  let lastStart = 0;
  /** Smoothed milliseconds from one start to the next, while there is a queue. */
  let msPerRequest = 1;

  function startNext(): void {
    const now = performance.now();
    msPerRequest += SMOOTHING * (Math.min(now - lastStart, MAX_SAMPLE_MS) - msPerRequest);
    lastStart = now;
    queue.shift()?.();
    if (queue.length > 0) afterTurns(TURNS_PER_REQUEST, startNext);
  }

  function isFull(): boolean {
    return underWay >= maxConcurrent || queue.length * msPerRequest > MAX_QUEUE_MS;
  }

  refuseWhenFull(server, meter, isFull);

  server.addHook('onRequest', async (request, reply) => {
    if (isExempt(request)) return;
    underWay += 1;
    whenOver(request, reply, () => {
      underWay -= 1;
    });
  });
  server.addHook('preHandler', (request, _reply, done) => {
    if (isExempt(request)) {
      done();
      return;
    }
    // Bound to this request: it must not run in the trace of the one before it.
    queue.push(AsyncResource.bind(() => done()));
    if (queue.length > 1) return;
    lastStart = performance.now();
    setImmediate(startNext);
  });
}

/** Health checks and metrics do not wait. */
function isExempt(request: Request): boolean {
  const { scope } = request.routeOptions.config;
  return scope === 'open' || scope === 'metrics';
}

function afterTurns(turns: number, work: () => void): void {
  setImmediate(() => (turns <= 1 ? work() : afterTurns(turns - 1, work)));
}

/** Health checks and metrics matter most when the service is full. */
const EXEMPT_PATHS = new Set(['/livez', '/readyz', '/metrics']);
const LOG_INTERVAL_MS = 1000;

const FULL = new AppError('overloaded', 'this instance is full; send it again');

/**
 * Refuses requests before Fastify sees them while the service is full: a refusal that costs a fifth of an answer
 * would itself keep the service full. Refusals are counted, and logged once a second.
 */
function refuseWhenFull(server: Server, meter: Meter, isFull: () => boolean): void {
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
    if (!isFull() || EXEMPT_PATHS.has(urlPath(request))) {
      for (const listener of listeners) listener(request, response);
      return;
    }
    if (unreported === 0) setTimeout(report, LOG_INTERVAL_MS).unref();
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
      // Every web page may learn that the service is full, and nothing else.
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'retry-after',
    })
    .end(body);
}

function urlPath({ url = '' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? '';
}
