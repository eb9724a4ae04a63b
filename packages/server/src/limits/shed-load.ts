import { AppError } from '@assay/contracts';
import type { Server } from '../server.ts';

interface Waiting {
  readonly since: number;
  readonly begin: () => void;
}

/** A turn accepts one new connection: some pass between two beginnings, so that callers get in to be refused. */
const TURNS = 8;

/** Whoever would wait longer for a turn is better told so. */
const PATIENCE_MS = 1000;

/**
 * One request begins in each turn of the event loop. What comes in together is so taken on one after the
 * other, with everything else getting its turn in between: answers, hang-ups, the question whether we
 * live. Where the line gets too long, saying no is cheap and early: before the body is read.
 */
export function shedLoad(server: Server, mostAtOnce: number): void {
  const line: Waiting[] = [];
  let underWay = 0;

  function beginNext(): void {
    line.shift()?.begin();
    if (line.length > 0) afterTurns(TURNS, beginNext);
  }

  function isFull(): boolean {
    const [first] = line;
    return (
      underWay > mostAtOnce ||
      (first !== undefined && performance.now() - first.since > PATIENCE_MS)
    );
  }

  server.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.scope === 'open') return;
    underWay += 1;
    reply.raw.once('close', () => {
      underWay -= 1;
    });
    if (!isFull()) return;
    throw new AppError('overloaded', 'this instance is full; send it again', {
      headers: { 'retry-after': '1' },
    });
  });
  server.addHook('preHandler', (request, _reply, done) => {
    if (request.routeOptions.config.scope === 'open') {
      done();
      return;
    }
    line.push({ since: performance.now(), begin: done });
    if (line.length === 1) setImmediate(beginNext);
  });
}

function afterTurns(turns: number, work: () => void): void {
  setImmediate(() => (turns <= 1 ? work() : afterTurns(turns - 1, work)));
}
