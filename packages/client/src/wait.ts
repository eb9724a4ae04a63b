/** Rejects with the abort reason if `signal` is aborted. */
export async function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  const done = Promise.withResolvers<void>();
  const timer = setTimeout(done.resolve, ms);
  const abort = (): void => done.reject(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  try {
    await done.promise;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

/** Exponential backoff with jitter, in milliseconds. */
export function backoff(failures: number, maxMs: number): number {
  return Math.min(maxMs, 200 * 2 ** (failures - 1)) * (0.5 + Math.random() / 2);
}
