import type { Meter } from '@opentelemetry/api';
import { AsyncResource } from 'node:async_hooks';
import type { Request, Server } from '../server.ts';
import { refuseEarly } from './refuse-early.ts';

/** A turn accepts one new connection: some pass between two beginnings, so that callers get in to be refused. */
const TURNS = 8;

/** Whoever would wait longer for a turn is better told so. */
const TIMEOUT_MS = 500;

/** A pause of the whole process says nothing about how fast the line moves: it counts as no more than this. */
const SLOWEST_MS = 20;
const SMOOTHING = 0.05;

/**
 * Requests stand in line, and every few turns of the event loop one begins. What comes in together is so
 * taken on one after the other, with everything else getting its turn in between: answers, hang-ups, the
 * question whether we live. Where the line gets too long, saying no is cheap and early: before anything
 * else is looked at.
 */
export function shedLoad(server: Server, meter: Meter, mostAtOnce: number): void {
  const line: (() => void)[] = [];
  let underWay = 0;
  let lastBegun = 0;
  /** Milliseconds from one beginning to the next, while there is a line. */
  let pace = 1;

  function beginNext(): void {
    const now = performance.now();
    pace += SMOOTHING * (Math.min(now - lastBegun, SLOWEST_MS) - pace);
    lastBegun = now;
    line.shift()?.();
    if (line.length > 0) afterTurns(TURNS, beginNext);
  }

  function isFull(): boolean {
    return underWay >= mostAtOnce || line.length * pace > TIMEOUT_MS;
  }

  refuseEarly(server, meter, isFull);

  server.addHook('onRequest', async (request, reply) => {
    if (isExempt(request)) return;
    underWay += 1;
    reply.raw.once('close', () => {
      underWay -= 1;
    });
  });
  server.addHook('preHandler', (request, _reply, done) => {
    if (isExempt(request)) {
      done();
      return;
    }
    // Bound to this request: whoever stands in front must not lend it a trace.
    line.push(AsyncResource.bind(() => done()));
    if (line.length > 1) return;
    lastBegun = performance.now();
    setImmediate(beginNext);
  });
}

/** Whether we live, and how we are doing, does not stand in line. */
function isExempt(request: Request): boolean {
  const { scope } = request.routeOptions.config;
  return scope === 'open' || scope === 'metrics';
}

function afterTurns(turns: number, work: () => void): void {
  setImmediate(() => (turns <= 1 ? work() : afterTurns(turns - 1, work)));
}
