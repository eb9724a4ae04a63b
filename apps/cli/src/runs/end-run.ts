import type { Client } from '@assay/client';
import type { RunView } from '@assay/contracts';
import type { Context } from '../command/command.ts';
import type { ExitCode } from '../command/exit-code.ts';
import type { Reports } from '../settings/reports.ts';
import { printable } from '../terminal/printable.ts';
import { describeFailure } from './describe-failure.ts';
import { isFinished } from './finished-run.ts';
import { exitCodeFor } from './exit-code-for.ts';
import { printResult } from './print-result.ts';
import { writeReports } from './write-reports.ts';

interface End {
  readonly client: Client;
  readonly context: Context;
  readonly reports: Reports;
}

/** Tells how a run came out, to people, files and the shell. */
export async function endRun({ client, context, reports }: End, run: RunView): Promise<ExitCode> {
  const { terminal, signal } = context;
  const judgement = exitCodeFor(run);
  if (isFinished(run) && reports.json !== '-') printResult(run, terminal);
  await writeReports({ client, context, reports }, run, judgement);
  const failure = await describeFailure(client, run, signal);
  const reasons = [judgement.reason, failure ?? ''].filter((text) => text !== '');
  if (judgement.exitCode !== 0) {
    terminal.note(`${terminal.noteColors.red('✗')} ${printable(reasons.join(': '))}`);
  } else if (failure !== undefined) {
    terminal.note(
      `${terminal.noteColors.yellow('!')} ${run.failed_turns} requests failed: ${failure}`,
    );
  }
  return judgement.exitCode;
}
