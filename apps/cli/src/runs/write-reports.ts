import type { Client } from '@assay/client';
import type { ExportFormat, RunView } from '@assay/contracts';
import { resolve } from 'node:path';
import type { Context } from '../command/command.ts';
import { writeJson } from '../settings/json-option.ts';
import type { Reports } from '../settings/reports.ts';
import { saveFile } from '../settings/save-file.ts';
import { isFinished, type FinishedRun } from './finished-run.ts';
import type { Judgement } from './judge-run.ts';

interface Writer {
  readonly client: Client;
  readonly context: Context;
  readonly reports: Reports;
}

export async function writeReports(
  { client, context, reports }: Writer,
  run: RunView,
  { exitCode, reason }: Judgement,
): Promise<void> {
  await writeJson(context, reports.json, { exit_code: exitCode, reason, run });
  if (!isFinished(run)) return;
  for (const [format, file] of [
    ['junit', reports.junit],
    ['md', reports.md],
  ] as const) {
    if (file === undefined) continue;
    await saveExport({ client, context }, { runId: run.run_id, format, file });
  }
  if (reports.html !== undefined) await savePages(context, run, reports.html);
}

async function savePages(
  { cwd }: Context,
  { result, created_at: createdAt }: FinishedRun,
  folder: string,
): Promise<void> {
  const { writeReport } = await import('../report/write-report.ts');
  await writeReport(resolve(cwd, folder), { result, createdAt });
}

interface Saved {
  readonly runId: string;
  readonly format: ExportFormat;
  readonly file: string;
}

/** Writes an export piece by piece: it may be larger than memory. */
export async function saveExport(
  { client, context }: Pick<Writer, 'client' | 'context'>,
  { runId, format, file }: Saved,
): Promise<void> {
  const { body } = await client.runs.export(runId, format, { signal: context.signal });
  await saveFile(context.cwd, file, body ?? []);
}
