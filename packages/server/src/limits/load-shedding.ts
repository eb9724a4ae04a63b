import { AppError } from '@fairtrial/contracts';
import type { Meter } from '@opentelemetry/api';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Request, Server } from '../server.ts';
import { createLatenessLimit, type LatenessLimit } from './lateness-limit.ts';
import { receiveEarly } from './receive-early.ts';
import { createRequestLine } from './request-line.ts';
import { whenOver } from './when-over.ts';

const FULL = new AppError('overloaded', 'this instance is overloaded; retry the request', {
  headers: { 'retry-after': '1' },
});

/**
 * Refuses new requests, before any other work on them, while the queue moves too slowly or too many requests are in
 * progress.
 */
export function shedLoad(server: Server, meter: Meter, maxConcurrent: number): void {
  // As much credit as concurrent requests: an idle process accepts all of them at once.
  const line = createRequestLine(maxConcurrent);
  const limit = createLatenessLimit(maxConcurrent);
  const countRefusal = createRefusalCounter(server, meter);
  let underWay = 0;
  /** Requests in progress that have left the queue. */
  let begun = 0;

  function isFull(): boolean {
    const isTooMany = underWay + line.outside >= maxConcurrent || begun >= limit.current;
    return isTooMany || !line.admits();
  }

  receiveEarly(server, (handOver) => {
    if (isFull()) {
      countRefusal();
      return FULL;
    }
    line.enter(handOver);
    return undefined;
  });
  observeLateness(server, limit, () => begun);

  server.addHook('onRequest', async (request, reply) => {
    if (isExempt(request)) return;
    underWay += 1;
    whenOver(request, reply, () => {
      underWay -= 1;
    });
  });
  server.addHook('preHandler', (request, reply, done) => {
    if (isExempt(request)) {
      done();
      return;
    }
    line.join(() => {
      // The requests ahead in the queue may have overloaded the event loop.
      if (begun >= limit.current) {
        countRefusal();
        done(FULL);
        return;
      }
      begun += 1;
      whenOver(request, reply, () => {
        begun -= 1;
      });
      done();
    });
  });
}

/** Health checks and metrics do not wait. */
function isExempt(request: Request): boolean {
  const { scope } = request.routeOptions.config;
  return scope === 'open' || scope === 'metrics';
}

const RESOLUTION_MS = 10;
const OBSERVATION_MS = 1000;
/** The 90th percentile ignores a single pause of the process. */
const PERCENTILE = 90;

function observeLateness(server: Server, limit: LatenessLimit, underWay: () => number): void {
  const loop = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  loop.enable();
  const timer = setInterval(() => {
    if (loop.count === 0) return; // too late for a sample; the next observation includes it
    limit.observe(loop.percentile(PERCENTILE) / 1e6 - RESOLUTION_MS, underWay());
    loop.reset();
  }, OBSERVATION_MS).unref();
  server.addHook('onClose', async () => {
    clearInterval(timer);
    loop.disable();
  });
}

const LOG_INTERVAL_MS = 1000;

/** Counts refusals, and logs their number once a second. */
function createRefusalCounter(server: Server, meter: Meter): () => void {
  const counter = meter.createCounter('http.server.refused.requests', {
    description: 'Refused because the service was full',
  });
  let unreported = 0;
  const report = (): void => {
    server.log.warn({ refused: unreported }, 'the service is full');
    unreported = 0;
  };
  return () => {
    if (unreported === 0) setTimeout(report, LOG_INTERVAL_MS).unref();
    unreported += 1;
    counter.add(1);
  };
}
