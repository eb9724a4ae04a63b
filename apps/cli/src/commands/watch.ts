import type { Command } from 'commander';
import type { CommandModule, Invocation } from '../command/command.ts';
import type { ExitCode } from '../command/exit-code.ts';
import { followRun } from '../runs/follow-run.ts';
import { resolveRun, RUN_ARGUMENT } from '../runs/resolve-run.ts';
import { addServerOptions, toMaxRows } from '../settings/common-options.ts';
import { openServices } from '../settings/open-services.ts';
import { findReportTargets } from '../settings/report-targets.ts';
import { addReportOptions } from '../settings/run-options.ts';

/** `fairtrial watch`: follows a run until it is finished, as `fairtrial run` does. */
export const watchCommand: CommandModule = {
  define(command: Command) {
    command.argument('<run>', RUN_ARGUMENT).option('--quiet', 'print no progress');
    addReportOptions(command);
    addServerOptions(command);
  },

  async run({ args: [named = ''], options, context }: Invocation): Promise<ExitCode> {
    const services = await openServices(context, options);
    const runId = await resolveRun(services, named, context.signal);
    const reports = await findReportTargets({ config: {}, folder: context.cwd }, options);
    const [isQuiet, maxRows] = [options['quiet'] === true, toMaxRows(options)];
    return followRun({ context, services, reports, isQuiet, maxRows }, runId);
  },
};
