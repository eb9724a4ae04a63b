import { findResult, type RunResult, writeAnswer } from '../runs/read/run-result.ts';
import { AppError, type ExportFormat, type RunId } from '@fairtrial/contracts';
import { listFailedConversations } from '../db/grading/conversation-grades.ts';
import { WORST_SHOWN } from './format.ts';
import type { RunHead } from '../db/runs/run-head.ts';
import type { SqlExecutor } from '../db/connection/sql.ts';
import { countTurnsFor } from './junit-counts.ts';
import { listTurnRows, type TurnRow } from '../db/turns/list-turn-rows.ts';
import type { GradedTurn } from '../entities/turn.ts';

type Write = (source: RunResult, tx: SqlExecutor) => Promise<AsyncGenerator<string>>;

/** Additional data of a format is read before the response starts. What writes it is loaded when it is first needed. */
const WRITERS: Readonly<Record<ExportFormat, Write>> = {
  json: async (source) => writeAnswer(source),
  jsonl: async (source) => (await import('./write-jsonl.ts')).writeJsonl(source),
  csv: async (source) => (await import('./write-csv.ts')).writeCsv(source),
  junit: async (source, tx) => {
    const { writeJunit } = await import('./write-junit.ts');
    return writeJunit({
      ...source,
      counts: await countTurnsFor(tx, source.run.id, source.run.plan),
    });
  },
  md: async ({ run, summary }, tx) => {
    const { writeReport } = await import('./write-report.ts');
    return writeReport({
      run,
      summary,
      worst: await listWorst(tx, run.id),
      conversations: await listFailedConversations(tx, run.id, WORST_SHOWN),
    });
  },
};

/** Streams a finished run in another format. */
export async function exportRun(
  tx: SqlExecutor,
  { id, state, turnsFinished }: Pick<RunHead, 'id' | 'state' | 'turnsFinished'>,
  format: ExportFormat,
): Promise<AsyncGenerator<string>> {
  if (state === 'failed') {
    throw new AppError('run_failed', `run ${id} ended without a result; retry it`);
  }
  const result = await findResult(tx, id);
  if (result === undefined) {
    const detail = `run ${id} is still running; wait until it finishes, or cancel it`;
    throw new AppError('run_active', detail);
  }
  const turns = requireAllTurns(result.turns, turnsFinished);
  return WRITERS[format]({ ...result, turns }, tx);
}

/**
 * The interactions to look at first: those that did not pass, or else the lowest overall scores, then failures without
 * a score.
 */
async function listWorst(tx: SqlExecutor, runId: RunId): Promise<readonly TurnRow[]> {
  const filter = { runId, sort: 'overall', limit: WORST_SHOWN } as const;
  const failed = await listTurnRows(tx, { ...filter, passed: false });
  if (failed.length > 0) return failed;
  const lowest = await listTurnRows(tx, { ...filter, below: 1 });
  if (lowest.length > 0) return lowest;
  return listTurnRows(tx, { ...filter, outcome: 'endpoint_failed' });
}

/**
 * Yields all turns of a run, or throws: if the run is deleted or retried while it is read, the download must break off,
 * because a truncated file looks like a complete one.
 */
export async function* requireAllTurns(
  pages: AsyncIterable<readonly GradedTurn[]>,
  expected: number,
): AsyncGenerator<readonly GradedTurn[]> {
  let seen = 0;
  for await (const page of pages) {
    seen += page.length;
    yield page;
  }
  if (seen === expected) return;
  throw new Error(`the run was changed while it was exported: ${seen} of ${expected} turns found`);
}
