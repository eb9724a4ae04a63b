import { AppError } from '@assay/contracts';
import type { Meter } from '@opentelemetry/api';
import { AsyncResource } from 'node:async_hooks';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Request, Server } from '../server.ts';
import { createAdmission } from './admission.ts';
import { createLatenessLimit, type LatenessLimit } from './lateness-limit.ts';
import { refuseEarly } from './refuse-early.ts';
import { whenOver } from './when-over.ts';

/** A request that would wait longer than this in line is refused, unless there is credit for a burst. */
const MAX_WAIT_MS = 500;
/** 32 callers who each send the next request at once are not refused by a machine that is busy with other work. */
const SHORT_LINE = 100;
const REFILL_MS = 1000;

const FULL = new AppError('overloaded', 'this instance is full; send it again', {
  headers: { 'retry-after': '1' },
});

/**
 * Requests wait in a line, and one of them begins every few turns of the event loop. A burst of requests is
 * thereby begun one by one, and other work gets its turn in between: answers, hang-ups, health checks. While
 * the line moves too slowly or too many are under way, new requests are refused before anything else is done
 * with them.
 */
export function shedLoad(server: Server, meter: Meter, maxConcurrent: number): void {
  const line: (() => void)[] = [];
  // As much credit as there may be requests: an idle process takes on all of them at once.
  const admission = createAdmission({
    credit: maxConcurrent,
    maxWaitMs: MAX_WAIT_MS,
    shortLine: SHORT_LINE,
    refillMs: REFILL_MS,
  });
  const limit = createLatenessLimit(maxConcurrent);
  const countRefusal = createRefusalCounter(server, meter);
  let underWay = 0;
  /** Of those under way, the ones that do not wait in line. */
  let begun = 0;

  function beginNext(): void {
    admission.leave(performance.now());
    line.shift()?.();
    if (line.length > 0) afterTurns(TURNS_PER_REQUEST, beginNext);
  }

  function isFull(): boolean {
    return underWay >= maxConcurrent || begun >= limit.current || !admission.admits();
  }

  refuseEarly(server, () => {
    if (!isFull()) return undefined;
    countRefusal();
    return FULL;
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
    const begin = (): void => {
      // Those before it in line may have been too many for the event loop.
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
    };
    // Bound to this request: it must not run in the trace of the one before it.
    line.push(AsyncResource.bind(begin));
    admission.join(performance.now());
    if (line.length === 1) setImmediate(beginNext);
  });
}

/** Health checks and metrics do not wait. */
function isExempt(request: Request): boolean {
  const { scope } = request.routeOptions.config;
  return scope === 'open' || scope === 'metrics';
}

/** Event-loop turns between two requests: each turn accepts one connection, so that callers get in to be refused. */
const TURNS_PER_REQUEST = 8;

function afterTurns(turns: number, work: () => void): void {
  setImmediate(() => (turns <= 1 ? work() : afterTurns(turns - 1, work)));
}

const RESOLUTION_MS = 10;
const OBSERVATION_MS = 1000;
/** Nine of ten: a single pause of the process does not count. */
const PERCENTILE = 90;

function observeLateness(server: Server, limit: LatenessLimit, underWay: () => number): void {
  const loop = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  loop.enable();
  const timer = setInterval(() => {
    if (loop.count === 0) return; // so late that the next observation has it
    limit.observe(loop.percentile(PERCENTILE) / 1e6 - RESOLUTION_MS, underWay());
    loop.reset();
  }, OBSERVATION_MS).unref();
  server.addHook('onClose', async () => {
    clearInterval(timer);
    loop.disable();
  });
}

const LOG_INTERVAL_MS = 1000;

/** Refusals are counted, and logged once a second. */
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
