/** Ends a request at its timeout or when its caller aborts. */
export interface Deadline {
  /** Stops the timer and detaches from the caller's signal. */
  clear(): void;
}

/** Calls `onEnd` once, when the caller aborts or the timeout expires. Throws if the caller has already aborted. */
export function startDeadline(
  caller: AbortSignal,
  ms: number,
  onEnd: (reason: Error) => void,
): Deadline {
  caller.throwIfAborted();
  const clear = (): void => {
    clearTimeout(timer);
    caller.removeEventListener('abort', follow);
  };
  const follow = (): void => onEnd(caller.reason as Error);
  const timer = setTimeout(() => {
    clear();
    onEnd(new DOMException(`no end within ${ms} ms`, 'TimeoutError'));
  }, ms);
  caller.addEventListener('abort', follow, { once: true });
  return { clear };
}
