import type { Command } from 'commander';
import type { CommandModule, Invocation } from '../command/command.ts';
import type { ExitCode } from '../command/exit-code.ts';
import { followRun } from '../runs/follow-run.ts';
import { resolveRun, RUN_ARGUMENT } from '../runs/resolve-run.ts';
import { addServerOptions, toCount, toMaxRows } from '../settings/common-options.ts';
import { openServices } from '../settings/open-services.ts';
import { findReportTargets } from '../settings/report-targets.ts';
import { addReportOptions, BUDGET_CALLS } from '../settings/run-options.ts';

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

  async run({ args: [named = ''], options, context }: Invocation): Promise<ExitCode> {
    const services = await openServices(context, options);
    const { signal } = context;
    const runId = await resolveRun(services, named, signal);
    const reports = await findReportTargets({ config: {}, folder: context.cwd }, options);
    const { budgetCalls: calls } = options;
    const budget = typeof calls === 'number' ? { calls } : undefined;
    await services.client.request('POST /runs/:run_id/retry', {
      run_id: runId,
      signal,
      body: { budget },
    });
    const [isQuiet, maxRows] = [options['quiet'] === true, toMaxRows(options)];
    return followRun({ context, services, reports, isQuiet, maxRows }, runId);
  },
};
