import { AsyncResource } from 'node:async_hooks';
import { createAdmission } from './admission.ts';

/** A request that would wait longer in the queue is refused, unless there is credit for a burst. */
const MAX_WAIT_MS = 500;
/** Keeps a machine busy with other work from refusing 32 callers that each send their next request at once. */
const SHORT_LINE = 100;
const REFILL_MS = 1000;
/**
 * Event-loop turns between two requests. Each turn accepts one connection, so that callers can connect and be refused.
 */
const TURNS_PER_REQUEST = 8;

/** The queue of requests that wait to start. */
export interface RequestLine {
  /** Number of waiting requests that Fastify has not seen yet. */
  readonly outside: number;
  /** True if one more request may wait; may use credit. */
  admits(): boolean;
  /** Hands a request to Fastify, at once or after those ahead of it. */
  enter(handOver: () => void): void;
  /** Starts a request that has passed all checks when its turn comes. */
  join(begin: () => void): void;
}

/**
 * Starts one request every few turns of the event loop. So a burst starts one by one, and other work (answers,
 * hang-ups, health checks) runs in between. Requests far back in the queue wait outside Fastify, where they have cost
 * almost nothing so far.
 */
export function createRequestLine(credit: number): RequestLine {
  const admission = createAdmission({
    credit,
    maxWaitMs: MAX_WAIT_MS,
    shortLine: SHORT_LINE,
    refillMs: REFILL_MS,
  });
  /** Requests that have passed all checks and start next. */
  const line: (() => void)[] = [];
  /** Requests that Fastify has not seen yet; they follow those in `line`. */
  const outside: (() => void)[] = [];
  /**
   * Maximum length of `line`. Grows by one with each started request, so that reading and checking is spread over time.
   */
  let room = SHORT_LINE;
  let isMoving = false;

  function wait(queue: (() => void)[], proceed: () => void): void {
    if (!isMoving) {
      isMoving = true;
      admission.startLine(performance.now());
      room = SHORT_LINE;
      setImmediate(moveUp);
    }
    // Bound to this request's async context: it must not run in the trace of the previous request.
    queue.push(AsyncResource.bind(proceed));
  }

  function moveUp(): void {
    const begin = line.shift();
    if (begin !== undefined) {
      admission.leave(performance.now());
      room += 1;
      begin();
    }
    // Two per started request, so that none waits outside under sustained load, where answering it would cost more.
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
