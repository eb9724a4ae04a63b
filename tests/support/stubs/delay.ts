import { setTimeout as wait } from 'node:timers/promises';

/** Makes a stub as slow as a model. Only stubs use it: a test waits for a condition, with `until`. */
export async function delay(ms: number): Promise<void> {
  await wait(ms);
}
