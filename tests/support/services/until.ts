import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';

const TIMEOUT_MS = 60_000;

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

/** True if the condition became true before the timeout. */
async function poll(
  condition: () => boolean | Promise<boolean>,
  timeoutMs: number,
): Promise<boolean> {
  const end = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() >= end) return false;
    await wait(5);
  }
  return true;
}
