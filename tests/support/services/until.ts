import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';

const TIMEOUT_MS = 60_000;

/** Waits until the condition holds; fails with `what` after the timeout. */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  timeoutMs: number = TIMEOUT_MS,
): Promise<void> {
  const end = performance.now() + timeoutMs;
  while (!(await condition())) {
    assert.ok(performance.now() < end, `${timeoutMs / 1000} s have passed without: ${what}`);
    await wait(5);
  }
}

/** Waits until what is read equals `expected`; fails with the difference after the timeout. */
export async function untilEqual<T>(read: () => Promise<T>, expected: T): Promise<void> {
  const end = performance.now() + TIMEOUT_MS;
  let actual = await read();
  while (!isDeepStrictEqual(actual, expected) && performance.now() < end) {
    await wait(5);
    actual = await read();
  }
  assert.deepEqual(actual, expected);
}
