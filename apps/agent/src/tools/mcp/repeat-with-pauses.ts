const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 60_000;

interface Repetition {
  /** Runs the work now instead of after the pause. */
  now(): void;
  stop(): void;
}

/**
 * Runs the work immediately and then every minute; after a failure (`false`) sooner, with exponential backoff. Runs
 * never overlap.
 */
export function repeatWithPauses(work: () => Promise<boolean>): Repetition {
  let timer: NodeJS.Timeout | undefined;
  let failures = 0;
  let isWorking = false;
  let isStopped = false;

  async function run(): Promise<void> {
    if (isWorking || isStopped) return;
    isWorking = true;
    clearTimeout(timer);
    failures = (await work()) ? 0 : failures + 1;
    isWorking = false;
    if (isStopped) return;
    timer = setTimeout(() => void run(), pauseAfter(failures)).unref();
  }

  void run();
  return {
    now: () => void run(),
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

function pauseAfter(failures: number): number {
  if (failures === 0) return MAX_PAUSE_MS;
  return Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1));
}
