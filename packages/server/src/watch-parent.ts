const INTERVAL_MS = 500;

/**
 * Calls back once if the process that started this one ends. npm runs scripts through a shell, and a signal for npm
 * ends the shell only: nothing but the change of the parent tells its script. Returns how to stop watching.
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
