import { AsyncResource } from 'node:async_hooks';
import { createAdmission } from './admission.ts';

/** A request that would wait longer than this in line is refused, unless there is credit for a burst. */
const MAX_WAIT_MS = 500;
/** 32 callers who each send the next request at once are not refused by a machine that is busy with other work. */
const SHORT_LINE = 100;
const REFILL_MS = 1000;
/** Event-loop turns between two requests: each turn accepts one connection, so that callers get in to be refused. */
const TURNS_PER_REQUEST = 8;

/** The requests that wait for their turn. */
export interface RequestLine {
  /** How many of them Fastify has not seen. */
  readonly outside: number;
  /** Whether one more may wait; it may cost credit. */
  admits(): boolean;
  /** Hands a request over to Fastify, at once or when those before it have moved up. */
  enter(handOver: () => void): void;
  /** Begins a request that has passed all checks, when it is its turn. */
  join(begin: () => void): void;
}

/**
 * One request begins every few turns of the event loop. A burst of requests is thereby begun one by one, and other work
 * gets its turn in between: answers, hang-ups, health checks. Those far back wait outside, where they have cost next to
 * nothing so far.
 */
export function createRequestLine(credit: number): RequestLine {
  const admission = createAdmission({
    credit,
    maxWaitMs: MAX_WAIT_MS,
    shortLine: SHORT_LINE,
    refillMs: REFILL_MS,
  });
  /** Have passed all checks, and begin next. */
  const line: (() => void)[] = [];
  /** Come after those in line. */
  const outside: (() => void)[] = [];
  /** How many may be in line: one more with each that begins, so that they are read and checked over time. */
  let room = SHORT_LINE;
  let isMoving = false;

  function wait(queue: (() => void)[], proceed: () => void): void {
    if (!isMoving) {
      isMoving = true;
      admission.startLine(performance.now());
      room = SHORT_LINE;
      setImmediate(moveUp);
    }
    // Bound to this request: it must not run in the trace of the one before it.
    queue.push(AsyncResource.bind(proceed));
  }

  function moveUp(): void {
    const begin = line.shift();
    if (begin !== undefined) {
      admission.leave(performance.now());
      room += 1;
      begin();
    }
    // Two for each that begins, so that none waits outside in a load that lasts: it would be answered at a higher cost.
    for (let n = 0; n < 2 && line.length < room; n += 1) outside.shift()?.();
    isMoving = line.length + outside.length > 0;
    if (isMoving) afterTurns(line.length > 0 ? TURNS_PER_REQUEST : 1, moveUp);
  }

  return {
    get outside() {
      return outside.length;
    },
    admits: () => admission.admits(line.length + outside.length),
    enter(handOver) {
      if (outside.length === 0 && line.length < room) handOver();
      else wait(outside, handOver);
    },
    join: (begin) => wait(line, begin),
  };
}

function afterTurns(turns: number, work: () => void): void {
  setImmediate(() => (turns <= 1 ? work() : afterTurns(turns - 1, work)));
}
