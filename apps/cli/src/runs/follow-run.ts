import type { Client } from '@fairtrial/client';
import type { RunView } from '@fairtrial/contracts';
import { formatMany } from '@fairtrial/format';
import type { CommandContext } from '../command/command.ts';
import { EXIT, type ExitCode } from '../command/exit-code.ts';
import { callFairtrial } from '../command/program-name.ts';
import { listFailedChecks } from './checks/failed-checks.ts';
import { isFinished } from './finished-run.ts';
import { headlineOf, noteHeadline, printHeadline } from './print-headline.ts';
import { printResult } from './print-result.ts';
import { listMissedGoals } from './users/missed-goals.ts';
import { writeReports } from './write-reports.ts';
import type { Services } from '../settings/open-services.ts';
import type { ReportTargets } from '../settings/report-targets.ts';
import { sanitizeLine } from '../terminal/sanitize.ts';
import { showProgress, type Progress } from '../terminal/show-progress.ts';

interface FollowOptions {
  readonly context: CommandContext;
  readonly services: Pick<Services, 'client' | 'server'>;
  readonly reports: ReportTargets;
  readonly isQuiet: boolean;
  /** Maximum number of scenarios in the table. */
  readonly maxRows: number;
}

/**
 * Shows the progress of a run until it is finished, then reports its result. Ctrl-C ends only the command, not the run.
 */
export async function followRun(
  { context, services: { client, server }, reports, isQuiet, maxRows }: FollowOptions,
  runId: string,
): Promise<ExitCode> {
  const { terminal, signal } = context;
  try {
    const progress = showProgress(terminal, { isQuiet });
    try {
      await showEvents(client, { runId, signal, progress });
    } finally {
      progress.end();
    }
    const run = await client.request('GET /runs/:run_id', {
      run_id: runId,
      signal,
      query: { interactions: false },
    });
    return await reportResult({ client, context, reports, maxRows }, run);
  } catch (error) {
    if (!signal.aborted) throw error;
    printInterrupted(context, runId, server);
    return EXIT.interrupted;
  }
}

interface Following {
  readonly runId: string;
  readonly signal: AbortSignal;
  readonly progress: Progress;
}

async function showEvents(client: Client, { runId, signal, progress }: Following): Promise<void> {
  let isLost = false;
  let isRestarted = false;
  const onLost = (): void => {
    if (!isLost) progress.note('Connection lost; the run continues. Reconnecting…');
    isLost = true;
  };
  for await (const event of client.follow(runId, { signal, onLost })) {
    if (isLost) progress.note('Reconnected.');
    isLost = false;
    if (event.type === 'run-started') progress.update({ finished: 0, failed: 0, ...event.data });
    if (event.type === 'turns-finished') progress.update(event.data);
    if (event.type === 'grading') {
      const { done: finished, total } = event.data;
      progress.update({ finished, total, failed: 0, unit: 'judged' });
    }
    if (event.type === 'run-retried' && event.data.from_start === true && !isRestarted) {
      isRestarted = true;
      progress.note(
        'Conversations with a session or a simulated user start again from the first turn.',
      );
    }
    if (event.type === 'run-replayed') {
      const attempts = formatMany(event.data.attempts, 'conversation');
      progress.note(`The simulated user spoiled ${attempts}: played again.`);
    }
    if (event.type === 'run-cancelling') progress.note('The run is being cancelled.');
  }
}

function printInterrupted({ terminal }: CommandContext, runId: string, server: string): void {
  terminal.note('');
  terminal.note('Interrupted. The run continues; follow it with');
  terminal.note(`  ${callFairtrial(`watch ${runId} --server ${server}`)}`);
}

interface ReportOptions {
  readonly client: Client;
  readonly context: CommandContext;
  readonly reports: ReportTargets;
  /** Maximum number of scenarios in the table. */
  readonly maxRows: number;
}

/** Prints the result of a run, writes its reports and returns the exit code of its headline. */
async function reportResult(
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
