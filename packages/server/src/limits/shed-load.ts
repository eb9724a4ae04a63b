import type { Meter } from '@opentelemetry/api';
import { AsyncResource } from 'node:async_hooks';
import type { Request, Server } from '../server.ts';
import { refuseEarly } from './refuse-early.ts';

interface Waiting {
  readonly since: number;
  readonly begin: () => void;
}

/** A turn accepts one new connection: some pass between two beginnings, so that callers get in to be refused. */
const TURNS = 8;

/** Whoever would wait longer for a turn is better told so. */
const PATIENCE_MS = 500;

/**
 * Requests stand in line, and every few turns of the event loop one begins. What comes in together is so
 * taken on one after the other, with everything else getting its turn in between: answers, hang-ups, the
 * question whether we live. Where the line gets too long, saying no is cheap and early: before anything
 * else is looked at.
 */
export function shedLoad(server: Server, meter: Meter, mostAtOnce: number): void {
  const line: Waiting[] = [];
  let underWay = 0;

  function beginNext(): void {
    line.shift()?.begin();
    if (line.length > 0) afterTurns(TURNS, beginNext);
  }

  function isFull(): boolean {
    const [first] = line;
    if (underWay >= mostAtOnce) return true;
    return first !== undefined && performance.now() - first.since > PATIENCE_MS;
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
    line.push({ since: performance.now(), begin: AsyncResource.bind(() => done()) });
    if (line.length === 1) setImmediate(beginNext);
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
