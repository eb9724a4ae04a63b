export interface AdmissionOptions {
  /** Number of requests admitted although the queue exceeds `maxWaitMs`. */
  readonly credit: number;
  /** Maximum expected wait at the current pace. */
  readonly maxWaitMs: number;
  /** A shorter queue is never an overload, however slowly it moves: the process may have been paused. */
  readonly shortLine: number;
  /** Time with an empty queue after which the credit is full again. */
  readonly refillMs: number;
}

/** Decides whether one more request may join the queue. All times come from the same clock. */
export interface Admission {
  /** True if one more request may join a queue of this length; may use credit. */
  admits(length: number): boolean;
  /** Call when a request joins an empty queue. */
  startLine(now: number): void;
  /** Call when the first request leaves the queue. */
  leave(now: number): void;
}

/** Upper bound of one sample: a pause of the whole process does not show how fast the queue moves. */
const MAX_SAMPLE_MS = 20;
const SMOOTHING = 0.05;
const FIRST_PACE_MS = 1;

/**
 * Admits requests while the queue is short or moves quickly. A request that would wait too long uses credit, which is
 * regained only while the queue is empty. So an idle process admits a full burst regardless of the last measured pace,
 * and a sustained overload uses up the credit once.
 */
export function createAdmission(options: AdmissionOptions): Admission {
  const { credit, maxWaitMs, shortLine, refillMs } = options;
  /** Smoothed milliseconds between two starts while requests are queued. */
  let pace = FIRST_PACE_MS;
  let left = credit;
  /** When a request last left the queue; if the queue is empty, since when. */
  let lastLeft = 0;

  return {
    admits(length) {
      if (length < shortLine || length * pace <= maxWaitMs) return true;
      if (left < 1) return false;
      left -= 1;
      return true;
    },
    startLine(now) {
      left = Math.min(credit, left + ((now - lastLeft) * credit) / refillMs);
      if (left === credit) pace = FIRST_PACE_MS;
      lastLeft = now;
    },
    leave(now) {
      pace += SMOOTHING * (Math.min(now - lastLeft, MAX_SAMPLE_MS) - pace);
      lastLeft = now;
    },
  };
}
