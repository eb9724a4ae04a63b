import { setImmediate as nextTurn } from 'node:timers/promises';

const SLICE_MS = 1;

/**
 * Work that can wait a little, in slices of about a millisecond: in between, whatever came in is dealt
 * with. A reply that is scored a moment later costs nothing; a request that is sent a moment later does.
 */
export function createYielder(): () => Promise<void> {
  const waiting: (() => void)[] = [];
  let isServing = false;

  async function serve(): Promise<void> {
    isServing = true;
    while (waiting.length > 0) {
      await nextTurn();
      const end = performance.now() + SLICE_MS;
      do {
        waiting.shift()?.();
        await Promise.resolve(); // whoever was let in works here
      } while (waiting.length > 0 && performance.now() < end);
    }
    isServing = false;
  }

  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (!isServing) void serve();
    });
}
