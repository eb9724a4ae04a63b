import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';

const TIMEOUT_MS = 60_000;

/** Waits until it is so; a condition that never comes fails by name instead of holding up everything. */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  patienceMs: number = TIMEOUT_MS,
): Promise<void> {
  const end = performance.now() + patienceMs;
  while (!(await condition())) {
    assert.ok(
      performance.now() < end,
      `${patienceMs / 1000} s have passed, and still not: ${what}`,
    );
    await wait(5);
  }
}
