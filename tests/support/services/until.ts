import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';

/** A guard against hanging: at least ten times what a condition takes on an idle machine. */
const TIMEOUT_MS = 120_000;
const MIN_PAUSE_MS = 5;
const MAX_PAUSE_MS = 100;

/** Waits until the condition is true; fails with `what` after the timeout. */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  timeoutMs: number = TIMEOUT_MS,
): Promise<void> {
  const holds = await poll(condition, timeoutMs);
  assert.ok(holds, `${timeoutMs / 1000} s have passed without: ${what}`);
}

/** Waits until `read` returns `expected`; fails with the difference after the timeout. */
export async function untilEqual<T>(read: () => Promise<T>, expected: T): Promise<void> {
  let actual: T | undefined;
  await poll(async () => {
    actual = await read();
    return isDeepStrictEqual(actual, expected);
  }, TIMEOUT_MS);
  assert.deepEqual(actual, expected);
}

/** True if the condition became true before the timeout. A condition that takes long is asked for less often. */
async function poll(
  condition: () => boolean | Promise<boolean>,
  timeoutMs: number,
): Promise<boolean> {
  const start = performance.now();
  while (!(await condition())) {
    const waited = performance.now() - start;
    if (waited >= timeoutMs) return false;
    await wait(Math.min(Math.max(waited / 20, MIN_PAUSE_MS), MAX_PAUSE_MS));
  }
  return true;
}
