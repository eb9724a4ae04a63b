import { AppError } from '@fairtrial/contracts';

const CANCELLED_BY_TIMEOUT = '57014';

/** Maps a transient error, and a statement that exceeded its timeout, to a 503, which clients may retry. */
export async function orUnavailable<T>(result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (cause) {
    if (errorCode(cause) === CANCELLED_BY_TIMEOUT) {
      const why = 'the database took too long; ask for less, or try again in a moment';
      throw new AppError('took_too_long', why, { cause, headers: { 'retry-after': '5' } });
    }
    if (!isTransientError(cause)) throw cause;
    const detail = 'the database is unavailable; try again in a moment';
    throw new AppError('database_unavailable', detail, { cause, headers: { 'retry-after': '1' } });
  }
}

/**
 * Connection lost or refused, server starting or stopping, too many connections, timeout, deadlock, a lock timeout
 * (55P03), a read-only database (25006) as during a failover.
 */
const TRANSIENT_CODES =
  /^(08|25006|25P03|53|55P03|57P0|40001|40P01|ECONNRESET|ECONNREFUSED|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)/;
/** pg throws these without a code. */
const TRANSIENT_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable/;

/** A statement got no answer in time. */
export class NoAnswerError extends Error {}

/** True if retrying the same statement can succeed. */
export function isTransientError(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isTransientError); // all addresses refused
  if (!(error instanceof Error)) return false;
  return (
    TRANSIENT_CODES.test(errorCode(error)) ||
    TRANSIENT_MESSAGES.test(error.message) ||
    error instanceof NoAnswerError
  );
}

/** Empty if the error has no code. */
export function errorCode(error: unknown): string {
  const { code } = error instanceof Error ? (error as { code?: unknown }) : {};
  return typeof code === 'string' ? code : '';
}

const LOCK_NOT_AVAILABLE = '55P03';

/** True if a lock timed out, for example while a backup reads the table. */
export function isLockTimeout(error: unknown): boolean {
  const isCause = error instanceof Error && isLockTimeout(error.cause);
  return errorCode(error) === LOCK_NOT_AVAILABLE || isCause;
}
