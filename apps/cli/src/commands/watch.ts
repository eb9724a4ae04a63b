import type { Command } from 'commander';
import type { CommandModule, Invocation } from '../command/command.ts';
import type { ExitCode } from '../command/exit-code.ts';
import { endRun } from '../runs/end-run.ts';
import { followToEnd } from '../runs/follow-to-end.ts';
import { resolveRun } from '../runs/resolve-run.ts';
import { printInterrupted } from '../runs/print-interrupted.ts';
import { readReports } from '../settings/merge-run-settings.ts';
import { openServices } from '../settings/open-services.ts';
import { addReportOptions } from '../settings/run-options.ts';
import { addServerOptions } from '../settings/server-options.ts';

/** `assay watch`: follows a run to its end, as `assay run` would have. */
export const watchCommand: CommandModule = {
  define(command: Command) {
    command.argument('<run>', 'the id of a run, or latest').option('--quiet', 'no progress');
    addReportOptions(command);
    addServerOptions(command);
  },

  async run({ args: [named = ''], options, context }: Invocation): Promise<ExitCode> {
    const { client, server } = await openServices(context, options);
    const runId = await resolveRun(client, named, context.signal);
    try {
      const isQuiet = options['quiet'] === true;
      const run = await followToEnd({ client, context, isQuiet }, runId);
      return await endRun({ client, context, reports: readReports(options) }, run);
    } catch (thrown) {
      if (!context.signal.aborted) throw thrown;
      return printInterrupted(context, runId, server);
    }
  },
};
