import { AppError, type RunId } from '@assay/contracts';
import { findRun } from '../db/find-run.ts';
import { findSummary } from '../db/find-summary.ts';
import { listTurns } from '../db/list-turns.ts';
import type { Turn } from '../db/turn.ts';
import type { Tx } from '../db/tx.ts';
import { writeAnswer } from './write-answer.ts';

interface ResultOptions {
  readonly withInteractions: boolean;
}

/** The answer of a run that is over, piece by piece; undefined where there is none (yet). */
export async function findResult(
  tx: Tx,
  id: RunId,
  { withInteractions }: ResultOptions,
): Promise<AsyncGenerator<string> | undefined> {
  const [run, summary] = await Promise.all([findRun(tx, id), findSummary(tx, id)]);
  if (run === undefined) throw new AppError('run_not_found', `there is no run ${id}`);
  if (summary === undefined || (run.state !== 'completed' && run.state !== 'cancelled')) {
    return undefined;
  }
  return writeAnswer({ run, summary, turns: withInteractions ? listTurns(tx, id) : nothing() });
}

async function* nothing(): AsyncGenerator<readonly Turn[]> {
  // An answer without its interactions.
}
