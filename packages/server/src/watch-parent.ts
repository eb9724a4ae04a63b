const INTERVAL_MS = 500;

/**
 * Calls back once if the parent process ends. npm runs scripts through a shell, and a signal to npm ends only the
 * shell: the script can notice only that its parent has changed. Returns a function that stops watching.
 */
export function watchParent(onGone: () => void): () => void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onGone();
  }, INTERVAL_MS).unref();
  return () => clearInterval(timer);
}
