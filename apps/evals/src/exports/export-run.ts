import { AppError, type ExportFormat } from '@assay/contracts';
import { findRun } from '../db/find-run.ts';
import { findSummary } from '../db/find-summary.ts';
import { listTurns } from '../db/list-turns.ts';
import type { RunHead } from '../db/run-head.ts';
import { tallyScenarios } from '../db/tally-scenarios.ts';
import type { Tx } from '../db/tx.ts';
import { writeAnswer } from '../runs/write-answer.ts';
import type { ExportSource } from './export-source.ts';
import { listWorst } from './list-worst.ts';
import { wholeRun } from './whole-run.ts';
import { writeCsv } from './write-csv.ts';
import { writeJsonl } from './write-jsonl.ts';
import { writeJunit } from './write-junit.ts';
import { writeReport } from './write-report.ts';

type Write = (source: ExportSource, tx: Tx) => Promise<AsyncGenerator<string>>;

/** What each format reads besides the turns is asked for before the answer begins. */
const WRITERS: Readonly<Record<ExportFormat, Write>> = {
  json: async (source) => writeAnswer(source),
  jsonl: async (source) => writeJsonl(source),
  csv: async (source) => writeCsv(source),
  junit: async (source, tx) =>
    writeJunit({ ...source, tallies: await tallyScenarios(tx, source.run.id) }),
  md: async ({ run, summary }, tx) =>
    writeReport({ run, summary, worst: await listWorst(tx, run.id) }),
};

/** A run that is over in another shape, piece by piece. */
export async function exportRun(
  tx: Tx,
  head: Pick<RunHead, 'id' | 'turnsFinished'>,
  format: ExportFormat,
): Promise<AsyncGenerator<string>> {
  const { id, turnsFinished } = head;
  const [run, summary] = await Promise.all([findRun(tx, id), findSummary(tx, id)]);
  if (run === undefined) throw new AppError('run_not_found', `there is no run ${id}`);
  if (run.state === 'failed') {
    throw new AppError('run_failed', `run ${id} ended without a result; retry it`);
  }
  if (summary === undefined || (run.state !== 'completed' && run.state !== 'cancelled')) {
    const detail = `run ${id} is still going on; wait for its end, or cancel it`;
    throw new AppError('run_active', detail);
  }
  const turns = wholeRun(listTurns(tx, id), turnsFinished);
  return WRITERS[format]({ run, summary, turns }, tx);
}
