/** An event loop that is later than this is slow for every caller. */
const TARGET_MS = 50;
/** What is left of the requests under way when they were too many. */
const DECREASE = 0.9;
/** The share of the maximum that comes back with each observation that was not late. */
const INCREASE = 0.05;
/** Fewer requests are not what makes an event loop late: something else in the process or on the machine does. */
const LEAST = 100;

/** How many requests may be under way at once. */
export interface LatenessLimit {
  readonly current: number;
  /** To be told once a second. */
  observe(latenessMs: number, underWay: number): void;
}

/**
 * Finds out how many requests an event loop bears: two late seconds in a row lower the limit to nine tenths of what is
 * under way, and each second without lateness raises it a little. Of a thousand streams some are then refused, instead of all being
 * slow.
 */
export function createLatenessLimit(max: number): LatenessLimit {
  const least = Math.min(LEAST, max);
  let current = max;
  let wasLate = false;
  return {
    get current() {
      return current;
    },
    observe(latenessMs, underWay) {
      const isLate = latenessMs > TARGET_MS;
      if (underWay < least) current = max;
      else if (!isLate) current = Math.min(max, current + max * INCREASE);
      // One late second may be a burst that comes in. And with more under way than the limit it was lowered already, which
      // shows when some of them have ended.
      else if (wasLate && underWay <= current) {
        current = Math.max(least, Math.floor(underWay * DECREASE));
      }
      wasLate = isLate;
    },
  };
}
