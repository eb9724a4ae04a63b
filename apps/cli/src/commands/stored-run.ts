import type { Client } from '@fairtrial/client';
import type { RunView } from '@fairtrial/contracts';
import { formatMany, formatShortAgo, formatStatus, headlineLabel } from '@fairtrial/format';
import type { Command } from 'commander';
import type { CommandModule, Invocation } from '../command/command.ts';
import { CliError, EXIT, type ExitCode } from '../command/exit-code.ts';
import { callFairtrial } from '../command/program-name.ts';
import { isOver } from '../runs/finished-run.ts';
import { followRun } from '../runs/follow-run.ts';
import { resolveRun, RUN_ARGUMENT } from '../runs/resolve-run.ts';
import { addServerOptions, toCount, toMaxRows } from '../settings/common-options.ts';
import { openServices, type Services } from '../settings/open-services.ts';
import { findReportTargets } from '../settings/report-targets.ts';
import { addReportOptions, BUDGET_CALLS } from '../settings/run-options.ts';
import { sanitizeLine } from '../terminal/sanitize.ts';
import { wrapText } from '../terminal/text-layout.ts';

/** `fairtrial cancel`: cancels a run and waits until it has stopped. Answers received so far are kept. */
export const cancelCommand: CommandModule = {
  define,

  async run(invocation: Invocation): Promise<ExitCode> {
    const { client, runId } = await openRun(invocation);
    const { signal, terminal } = invocation.context;
    const before = await readRun(client, runId, signal);
    if (isOver(before)) {
      terminal.note(`Run ${runId} is already over: it is ${before.state}.`);
      return EXIT.pass;
    }
    await client.request('POST /runs/:run_id/cancel', { run_id: runId, signal });
    for await (const event of client.follow(runId, { signal })) {
      if (event.type === 'run-finished') break;
    }
    const { state, turns } = await readRun(client, runId, signal);
    const played = `${turns.finished} of ${formatMany(turns.total, 'turn')} played`;
    terminal.note(`Run ${runId} is ${state}, ${played}.`);
    if (state === 'cancelled')
      terminal.note(`\`${callFairtrial(`retry ${runId}`)}\` plays the rest.`);
    return EXIT.pass;
  },
};

/** `fairtrial retry`: repeats the turns without an answer and follows the run until it is finished. */
export const retryCommand: CommandModule = {
  define(command: Command) {
    command
      .argument('<run>', RUN_ARGUMENT)
      .option('--budget-calls <n>', `${BUDGET_CALLS} and the calls made so far`, toCount)
      .option('--quiet', 'print no progress');
    addReportOptions(command);
    addServerOptions(command);
  },

  async run(invocation: Invocation): Promise<ExitCode> {
    const { budgetCalls: calls } = invocation.options;
    const budget = typeof calls === 'number' ? { calls } : undefined;
    return follow(invocation, async ({ client, runId }, signal) => {
      await client.request('POST /runs/:run_id/retry', { run_id: runId, signal, body: { budget } });
    });
  },
};

/** `fairtrial watch`: follows a run until it is finished, as `fairtrial run` does. */
export const watchCommand: CommandModule = {
  define(command: Command) {
    command.argument('<run>', RUN_ARGUMENT).option('--quiet', 'print no progress');
    addReportOptions(command);
    addServerOptions(command);
  },

  run: (invocation: Invocation) => follow(invocation),
};

/** `fairtrial pin`: pins a run as the baseline of its test, for `--baseline pinned`. */
export const pinCommand: CommandModule = {
  define,

  async run(invocation: Invocation): Promise<ExitCode> {
    const { client, runId } = await openRun(invocation);
    const { signal, terminal } = invocation.context;
    const { test_name: name, overview } = await client.request('PUT /runs/:run_id/pin', {
      run_id: runId,
      signal,
    });
    const pinned = `Pinned ${runId}: \`--baseline pinned\` compares runs of '${sanitizeLine(name)}' with it.`;
    terminal.note(wrapText(pinned, { width: terminal.columns, indent: '  ' }));
    if (overview !== null && overview.headline.status !== 'pass') {
      const word = formatStatus(headlineLabel(overview.headline));
      terminal.note(terminal.noteColors.yellow(`! This run did not pass (${word}).`));
    }
    return EXIT.pass;
  },
};

/** `fairtrial unpin`: undoes `fairtrial pin`. */
export const unpinCommand: CommandModule = {
  define,

  async run(invocation: Invocation): Promise<ExitCode> {
    const { client, runId } = await openRun(invocation);
    const { signal, terminal } = invocation.context;
    const { pinned } = await readRun(client, runId, signal);
    if (!pinned) throw new CliError(EXIT.usage, `run ${runId} is not pinned`);
    await client.request('DELETE /runs/:run_id/pin', { run_id: runId, signal });
    terminal.note(`Unpinned ${runId}.`);
    return EXIT.pass;
  },
};

/**
 * `fairtrial delete`: deletes a run that is over. This cannot be undone, so without `--yes` it only prints which run it is.
 */
export const deleteCommand: CommandModule = {
  define(command: Command) {
    command
      .argument('<run>', RUN_ARGUMENT)
      .option('--yes', 'confirm the deletion, which cannot be undone');
    addServerOptions(command);
  },

  async run(invocation: Invocation): Promise<ExitCode> {
    const { client, runId } = await openRun(invocation);
    const { signal, terminal } = invocation.context;
    const run = await readRun(client, runId, signal);
    const when = formatShortAgo(run.created_at, Date.now());
    const which = `${runId} ('${sanitizeLine(run.test_name)}', ${sanitizeLine(run.model_id)}, ${when})`;
    if (!isOver(run)) {
      const advice = `stop it with \`${callFairtrial(`cancel ${runId}`)}\` first`;
      throw new CliError(EXIT.usage, `run ${which} is ${run.state}: ${advice}`);
    }
    if (run.pinned) {
      const advice = `pin another run of it, or \`${callFairtrial(`unpin ${runId}`)}\` first`;
      throw new CliError(EXIT.usage, `run ${which} is the pinned baseline of its test: ${advice}`);
    }
    if (invocation.options['yes'] !== true) {
      const warning = 'would be deleted with all its replies, which cannot be undone: pass --yes';
      throw new CliError(EXIT.usage, `run ${which} ${warning}`);
    }
    await client.request('DELETE /runs/:run_id', { run_id: runId, signal });
    terminal.note(`Deleted run ${which}.`);
    return EXIT.pass;
  },
};

function define(command: Command): void {
  command.argument('<run>', RUN_ARGUMENT);
  addServerOptions(command);
}

interface NamedRun extends Services {
  readonly runId: string;
}

/** The services, and the run that the first argument names. */
async function openRun({ args: [named = ''], options, context }: Invocation): Promise<NamedRun> {
  const services = await openServices(context, options);
  return { ...services, runId: await resolveRun(services, named, context.signal) };
}

/** The run without its interactions. */
function readRun(client: Client, runId: string, signal: AbortSignal): Promise<RunView> {
  return client.request('GET /runs/:run_id', {
    run_id: runId,
    signal,
    query: { interactions: false },
  });
}

/** Follows a run until it is finished. `begin` is called when everything that can be refused has been read. */
async function follow(
  invocation: Invocation,
  begin?: (run: NamedRun, signal: AbortSignal) => Promise<void>,
): Promise<ExitCode> {
  const { options, context } = invocation;
  const { runId, ...services } = await openRun(invocation);
  const reports = await findReportTargets({ config: {}, folder: context.cwd }, options);
  await begin?.({ ...services, runId }, context.signal);
  const [isQuiet, maxRows] = [options['quiet'] === true, toMaxRows(options)];
  return followRun({ context, services, reports, isQuiet, maxRows }, runId);
}
