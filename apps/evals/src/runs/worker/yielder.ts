import { setImmediate as nextTurn } from 'node:timers/promises';

const SLICE_MS = 1;

/**
 * Returns a function that low-priority work awaits before each piece. Pieces run in slices of about 1 ms, and the event
 * loop handles I/O in between: scoring may be delayed, requests must not be.
 */
export function createYielder(): () => Promise<void> {
  const waiting: (() => void)[] = [];
  let isRunning = false;

  async function runSlices(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) {
      await nextTurn();
      const end = performance.now() + SLICE_MS;
      do {
        waiting.shift()?.();
        await Promise.resolve(); // lets the resumed work run
      } while (waiting.length > 0 && performance.now() < end);
    }
    isRunning = false;
  }

  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (!isRunning) void runSlices();
    });
}
