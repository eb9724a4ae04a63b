/** A signal that ends with its caller's, or when the time is up. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** What was waited for has come: nobody needs to be told any more. */
  clear(): void;
}

/** What `AbortSignal.any` and `AbortSignal.timeout` do together, at a quarter of their price. */
export function startDeadline(caller: AbortSignal, ms: number): Deadline {
  caller.throwIfAborted();
  const controller = new AbortController();
  const follow = (): void => controller.abort(caller.reason);
  const timer = setTimeout(() => {
    controller.abort(new DOMException(`no end within ${ms} ms`, 'TimeoutError'));
  }, ms);
  caller.addEventListener('abort', follow, { once: true });
  const clear = (): void => {
    clearTimeout(timer);
    caller.removeEventListener('abort', follow);
  };
  controller.signal.addEventListener('abort', clear, { once: true });
  return { signal: controller.signal, clear };
}
