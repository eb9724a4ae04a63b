import { setImmediate as nextTurn } from 'node:timers/promises';

const SLICE_MS = 5;

/** Lets other requests be handled if this one was busy for a while. */
export type Pause = () => Promise<void>;

export function createPause(): Pause {
  let sliceEnd = performance.now() + SLICE_MS;
  return async () => {
    if (performance.now() < sliceEnd) return;
    await nextTurn();
    sliceEnd = performance.now() + SLICE_MS;
  };
}
