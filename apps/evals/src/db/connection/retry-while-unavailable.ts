import { AppError, type ErrorCode } from '@assay/contracts';
import { setTimeout as wait } from 'node:timers/promises';

const FIRST_MS = 50;
const MAX_MS = 1000;

/** The database is away, read only, or so slow that it cancels statements. */
const UNAVAILABLE: ReadonlySet<string> = new Set<ErrorCode>([
  'database_unavailable',
  'took_too_long',
]);

/** Does it again for as long as the database is away: a restart must not fail a run. */
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
        throw error; // what kept us waiting says more than that we gave up
      });
    }
  }
}
