import { AppError, type RunId } from '@fairtrial/contracts';
import { findRun } from '../../db/runs/find-run.ts';
import { retryWhileUnavailable } from '../../db/connection/retry-while-unavailable.ts';
import type { SqlExecutor } from '../../db/connection/sql.ts';
import type { RunCompletionWaiter } from '../events/completion-waiter.ts';
import { findResult, writeAnswer } from './run-result.ts';

export interface AnswerServices {
  readonly database: SqlExecutor;
  readonly completions: RunCompletionWaiter;
  /** Aborts when the process shuts down. */
  readonly closing: AbortSignal;
}

/**
 * Waits for the end of a run and streams its result. A caller that has waited for hours goes on waiting while the database
 * is unavailable.
 */
export async function awaitAnswer(
  { database, completions, closing }: AnswerServices,
  runId: RunId,
  caller: AbortSignal,
): Promise<AsyncGenerator<string>> {
  const signal = AbortSignal.any([caller, closing]);
  await completions.wait(runId, signal);
  caller.throwIfAborted();
  const { result, run } = await retryWhileUnavailable(async () => {
    const found = await findResult(database, runId);
    return { result: found, run: found?.run ?? (await findRun(database, runId)) };
  }, signal);
  if (result?.run.isCancelled === false) return writeAnswer(result);
  const headers = { location: `/runs/${runId}` };
  if (run?.isCancelled === true) {
    throw new AppError('run_cancelled', `run ${runId} was cancelled`, { headers });
  }
  if (run?.state === 'failed') {
    throw new AppError('internal', `run ${runId} could not be completed`, { headers });
  }
  const detail = `the server is shutting down; run ${runId} continues, poll its Location`;
  throw new AppError('shutting_down', detail, { headers: { ...headers, 'retry-after': '1' } });
}
