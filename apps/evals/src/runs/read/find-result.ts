import type { RunId } from '@assay/contracts';
import { findRun } from '../../db/runs/find-run.ts';
import { findSummary } from '../../db/runs/find-summary.ts';
import { listTurns } from '../../db/turns/list-turns.ts';
import type { RunSummary } from '../../db/runs/run-summary.ts';
import { hasResult, type Run } from '../../db/runs/run.ts';
import type { Turn } from '../../db/turns/turn.ts';
import type { Tx } from '../../db/connection/tx.ts';

/** What a run that is over has to show. */
export interface RunResult {
  readonly run: Run;
  readonly summary: RunSummary;
  /** In order, page by page: no more than a page is ever in memory. */
  readonly turns: AsyncIterable<readonly Turn[]>;
}

/** Undefined where there is none (yet). */
export async function findResult(tx: Tx, id: RunId): Promise<RunResult | undefined> {
  const [run, summary] = await Promise.all([findRun(tx, id), findSummary(tx, id)]);
  if (run === undefined || summary === undefined || !hasResult(run)) return undefined;
  return { run, summary, turns: listTurns(tx, id) };
}

export function withoutTurns(result: RunResult): RunResult {
  return { ...result, turns: nothing() };
}

async function* nothing(): AsyncGenerator<readonly Turn[]> {
  // An answer without its interactions.
}
