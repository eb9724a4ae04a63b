import type { Client } from '@assay/client';
import type { RunView } from '@assay/contracts';
import type { CommandContext } from '../command/command.ts';
import { EXIT, type ExitCode } from '../command/exit-code.ts';
import type { ReportTargets } from '../settings/run-settings.ts';
import { sanitizeLine } from '../terminal/sanitize.ts';
import { exitCodeFor } from './exit-code-for.ts';
import { isFinished } from './finished-run.ts';
import { printResult } from './print-result.ts';
import { writeReports } from './write-reports.ts';

interface ReportOptions {
  readonly client: Client;
  readonly context: CommandContext;
  readonly reports: ReportTargets;
}

/** Prints the result of a run, writes its reports and returns the exit code. */
export async function reportResult(
  { client, context, reports }: ReportOptions,
  run: RunView,
): Promise<ExitCode> {
  const { terminal, signal } = context;
  const decision = exitCodeFor(run);
  if (isFinished(run) && reports.json !== '-') printResult(run, terminal);
  await writeReports({ client, context, reports }, run, decision);
  const failure = await describeFailure(client, run, signal);
  const reasons = [decision.reason, failure ?? ''].filter((text) => text !== '');
  if (decision.exitCode !== EXIT.pass) {
    terminal.note(`${terminal.noteColors.red('✗')} ${sanitizeLine(reasons.join(': '))}`);
  } else if (failure !== undefined) {
    terminal.note(
      `${terminal.noteColors.yellow('!')} ${run.failed_turns} requests failed: ${failure}`,
    );
  }
  return decision.exitCode;
}

/** The error of the first request that failed; `undefined` if none did. */
async function describeFailure(
  client: Client,
  run: RunView,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (run.failed_turns === 0) return undefined;
  const { interactions } = await client.runs.interactions(
    run.run_id,
    { outcome: 'endpoint_failed', limit: 1 },
    { signal },
  );
  const [first] = interactions;
  if (first === undefined) return undefined;
  const { error } = await client.runs.turn(run.run_id, first, { signal });
  return `${sanitizeLine(run.endpoint)}: ${sanitizeLine(error?.message ?? first.error_kind ?? 'failed')}`;
}
