export interface AdmissionOptions {
  /** How many requests are let in although the line before them takes too long. */
  readonly credit: number;
  /** The line may take this long, at the pace at which it moves. */
  readonly maxWaitMs: number;
  /** A line of fewer is no overload, however slowly it moves: the process may have been paused. */
  readonly shortLine: number;
  /** How long there must be no line for the whole credit to be back. */
  readonly refillMs: number;
}

/** Whether one more request may join the line in which requests wait for their turn. All times are of one clock. */
export interface Admission {
  /** Whether one more request is let in where so many wait; it may cost credit. */
  admits(length: number): boolean;
  /** The first joins a line that was empty. */
  startLine(now: number): void;
  /** The first in line leaves it. */
  leave(now: number): void;
}

/** Upper bound of one sample: a pause of the whole process says nothing about how fast the line moves. */
const MAX_SAMPLE_MS = 20;
const SMOOTHING = 0.05;
const FIRST_PACE_MS = 1;

/**
 * Lets requests in while the line is short or moves quickly, and a burst of them in any case: a request that would wait
 * for too long costs credit, and credit comes back only while there is no line. So a quiet process takes a whole burst,
 * whatever pace was measured last, and a load that is too much for it uses the credit up once.
 */
export function createAdmission(options: AdmissionOptions): Admission {
  const { credit, maxWaitMs, shortLine, refillMs } = options;
  /** Smoothed milliseconds from one start to the next, while there is a line. */
  let pace = FIRST_PACE_MS;
  let left = credit;
  /** When the last one left the line; while there is none, since when. */
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
