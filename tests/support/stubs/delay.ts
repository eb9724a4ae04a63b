import { setTimeout as wait } from 'node:timers/promises';

/** Makes a stub as slow as a model, or a caller as slow as a person. A test itself waits for a condition, with `until`. */
export async function delay(ms: number): Promise<void> {
  await wait(ms);
}
