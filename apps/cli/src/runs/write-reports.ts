import type { Client } from '@fairtrial/client';
import type { ExportFormat, Headline, RunView, SimulatedUser } from '@fairtrial/contracts';
import { resolve } from 'node:path';
import type { CommandContext } from '../command/command.ts';
import type { ReportTargets } from '../settings/report-targets.ts';
import { saveFile, writeJson, writeOrFail } from '../settings/files.ts';
import { isFinished, type FinishedRun } from './finished-run.ts';

interface ReportOptions {
  readonly client: Client;
  readonly context: CommandContext;
  readonly reports: ReportTargets;
}

/** Writes the requested reports. */
export async function writeReports(
  { client, context, reports }: ReportOptions,
  run: RunView,
  headline: Headline,
): Promise<void> {
  await writeJson(context, reports.json, { exit_code: headline.exit_code, headline, run });
  if (!isFinished(run)) return;
  for (const [format, file] of [
    ['junit', reports.junit],
    ['md', reports.md],
  ] as const) {
    if (file === undefined) continue;
    await saveExport({ client, context }, { runId: run.run_id, format, file });
  }
  if (reports.html !== undefined) await saveHtmlReport({ client, context }, run, reports.html);
}

/** The only report that loads the whole run into memory, since its pages show every reply. */
async function saveHtmlReport(
  { client, context: { cwd, signal } }: Pick<ReportOptions, 'client' | 'context'>,
  { run_id, created_at: createdAt }: FinishedRun,
  folder: string,
): Promise<void> {
  const { result } = await client.request('GET /runs/:run_id', { run_id, signal });
  if (result === null) return;
  const { writeHtmlReport } = await import('../report/write-html-report.ts');
  const users = await readUsers(client, result, signal);
  await writeOrFail(folder, () =>
    writeHtmlReport(resolve(cwd, folder), { result, createdAt, users }),
  );
}

/** What the simulated users were told; `undefined` if all scenarios are scripted. */
async function readUsers(
  client: Client,
  { run_id: runId, simulated_user: report }: FinishedRun['result'],
  signal: AbortSignal,
): Promise<readonly (SimulatedUser | undefined)[] | undefined> {
  if (report === undefined) return undefined;
  const { test_batch: batch } = await client.request('GET /runs/:run_id/request', {
    run_id: runId,
    signal,
    query: { scenarios: true },
  });
  return [batch ?? []].flat().map(({ user }) => user);
}

interface Export {
  readonly runId: string;
  readonly format: ExportFormat;
  readonly file: string;
}

/** Streams an export into a file, since it can be larger than memory. */
export async function saveExport(
  { client, context }: Pick<ReportOptions, 'client' | 'context'>,
  { runId, format, file }: Export,
): Promise<void> {
  const { body } = await client.fetch('GET /runs/:run_id/export', {
    run_id: runId,
    query: { format },
    signal: context.signal,
  });
  await saveFile(context.cwd, file, body ?? []);
}
