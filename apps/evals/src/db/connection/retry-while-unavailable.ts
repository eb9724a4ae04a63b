import { AppError, type ErrorCode } from '@fairtrial/contracts';
import { setTimeout as wait } from 'node:timers/promises';

const FIRST_MS = 50;
const MAX_MS = 1000;

/** The database is unreachable, read-only, or so slow that it cancels statements. */
const UNAVAILABLE: ReadonlySet<string> = new Set<ErrorCode>([
  'database_unavailable',
  'took_too_long',
]);

/** Retries `work` while the database is unavailable: a restart of the database must not fail a run. */
export async function retryWhileUnavailable<T>(
  work: () => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  for (let pause = FIRST_MS; ; pause = Math.min(MAX_MS, pause * 2)) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof AppError) || !UNAVAILABLE.has(error.code)) throw error;
      await wait(pause * (0.5 + Math.random()), undefined, { signal }).catch(() => {
        throw error; // the database error is more informative than the abort
      });
    }
  }
}
