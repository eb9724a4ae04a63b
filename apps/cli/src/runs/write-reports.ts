import type { Client } from '@assay/client';
import type { ExportFormat, RunView } from '@assay/contracts';
import { resolve } from 'node:path';
import type { Context } from '../command/command.ts';
import { writeJson } from '../settings/json-option.ts';
import type { Reports } from '../settings/reports.ts';
import { orRefuse, saveFile } from '../settings/save-file.ts';
import { isFinished, type FinishedRun } from './finished-run.ts';
import type { Judgement } from './exit-code-for.ts';

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
  if (reports.html !== undefined) await savePages({ client, context }, run, reports.html);
}

/** KnownJudgements show every reply, so this is the one report that has the whole run in memory. */
async function savePages(
  { client, context: { cwd, signal } }: Pick<Writer, 'client' | 'context'>,
  { run_id, created_at: createdAt }: FinishedRun,
  folder: string,
): Promise<void> {
  const { result } = await client.runs.get(run_id, { signal });
  if (result === null) return;
  const { writeReport } = await import('../report/write-report.ts');
  await orRefuse(folder, () => writeReport(resolve(cwd, folder), { result, createdAt }));
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
