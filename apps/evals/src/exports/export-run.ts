import { AppError, type ExportFormat } from '@assay/contracts';
import type { RunHead } from '../db/runs/run-head.ts';
import { countScenarios } from '../db/turns/count-scenarios.ts';
import type { Tx } from '../db/connection/tx.ts';
import { findResult, type RunResult } from '../runs/read/find-result.ts';
import { writeAnswer } from '../runs/read/write-answer.ts';
import { listWorst } from './list-worst.ts';
import { wholeRun } from './whole-run.ts';
import { writeCsv } from './write-csv.ts';
import { writeJsonl } from './write-jsonl.ts';
import { writeJunit } from './write-junit.ts';
import { writeReport } from './write-report.ts';

type Write = (source: RunResult, tx: Tx) => Promise<AsyncGenerator<string>>;

/** What each format reads besides the turns is asked for before the answer begins. */
const WRITERS: Readonly<Record<ExportFormat, Write>> = {
  json: async (source) => writeAnswer(source),
  jsonl: async (source) => writeJsonl(source),
  csv: async (source) => writeCsv(source),
  junit: async (source, tx) =>
    writeJunit({ ...source, tallies: await countScenarios(tx, source.run.id) }),
  md: async ({ run, summary }, tx) =>
    writeReport({ run, summary, worst: await listWorst(tx, run.id) }),
};

/** A run that is over in another shape, piece by piece. */
export async function exportRun(
  tx: Tx,
  { id, state, turnsFinished }: Pick<RunHead, 'id' | 'state' | 'turnsFinished'>,
  format: ExportFormat,
): Promise<AsyncGenerator<string>> {
  if (state === 'failed') {
    throw new AppError('run_failed', `run ${id} ended without a result; retry it`);
  }
  const result = await findResult(tx, id);
  if (result === undefined) {
    const detail = `run ${id} is still going on; wait for its end, or cancel it`;
    throw new AppError('run_active', detail);
  }
  const turns = wholeRun(result.turns, turnsFinished);
  return WRITERS[format]({ ...result, turns }, tx);
}
