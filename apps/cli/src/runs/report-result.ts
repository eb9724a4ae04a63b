import type { Client } from '@fairtrial/client';
import type { RunView } from '@fairtrial/contracts';
import { formatMany } from '@fairtrial/format';
import type { CommandContext } from '../command/command.ts';
import type { ExitCode } from '../command/exit-code.ts';
import type { ReportTargets } from '../settings/report-targets.ts';
import { sanitizeLine } from '../terminal/sanitize.ts';
import { listFailedChecks } from './checks/failed-checks.ts';
import { isFinished } from './finished-run.ts';
import { headlineOf } from './headline-of.ts';
import { noteHeadline, printHeadline } from './print-headline.ts';
import { printResult } from './print-result.ts';
import { listMissedGoals } from './users/missed-goals.ts';
import { writeReports } from './write-reports.ts';

interface ReportOptions {
  readonly client: Client;
  readonly context: CommandContext;
  readonly reports: ReportTargets;
  /** Maximum number of scenarios in the table. */
  readonly maxRows: number;
}

/** Prints the result of a run, writes its reports and returns the exit code of its headline. */
export async function reportResult(
  { client, context, reports, maxRows }: ReportOptions,
  run: RunView,
): Promise<ExitCode> {
  const { terminal, signal } = context;
  const headline = headlineOf(run);
  const failure = await describeFailure(client, run, signal);
  if (failure !== undefined) {
    terminal.note(
      `${terminal.noteColors.yellow('!')} ${formatMany(run.failed_turns, 'request')} failed: ${failure}`,
    );
  }
  if (reports.json === '-') noteHeadline(headline, terminal);
  else if (isFinished(run)) {
    const failedChecks = await listFailedChecks(client, run, signal);
    const missedGoals = await listMissedGoals(client, run, signal);
    printResult(run, { failedChecks, missedGoals, maxRows }, terminal);
  } else printHeadline(headline, terminal);
  await writeReports({ client, context, reports }, run, headline);
  return headline.exit_code;
}

/** The error of the first request that failed; `undefined` if none did. */
async function describeFailure(
  client: Client,
  run: RunView,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (run.failed_turns === 0) return undefined;
  const { interactions } = await client.request('GET /runs/:run_id/interactions', {
    run_id: run.run_id,
    query: { outcome: 'endpoint_failed', limit: 1 },
    signal,
  });
  const [first] = interactions;
  if (first === undefined) return undefined;
  const { error } = await client.request('GET /runs/:run_id/turns/:scenario/:attempt/:turn', {
    run_id: run.run_id,
    ...first,
    signal,
  });
  return `${sanitizeLine(run.endpoint)}: ${sanitizeLine(error?.message ?? first.error_kind ?? 'failed')}`;
}
