/** Lateness of the event loop above which every caller notices it. */
const TARGET_MS = 50;
/** Factor applied to the number of requests in progress if they are too many. */
const DECREASE = 0.9;
/** Share of the maximum regained with each observation that is not late. */
const INCREASE = 0.05;
/** Fewer requests cannot make the event loop late: something else in the process or on the machine does. */
const LEAST = 100;

/** Limits how many requests may be in progress at once. */
export interface LatenessLimit {
  readonly current: number;
  /** Call once a second. */
  observe(latenessMs: number, underWay: number): void;
}

/**
 * Finds how many requests the event loop can handle. Two late seconds in a row lower the limit to nine tenths of the
 * requests in progress; each second without lateness raises it a little. So a few of a thousand streams are refused
 * instead of all being slow.
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
      // One late second may be an arriving burst. If more requests are in progress than the limit allows, it was
      // already lowered, and the effect shows only once some of them have ended.
      else if (wasLate && underWay <= current) {
        current = Math.max(least, Math.floor(underWay * DECREASE));
      }
      wasLate = isLate;
    },
  };
}
