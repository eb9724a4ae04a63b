import { formatShortAgo } from '@fairtrial/format';
import type { Command } from 'commander';
import type { CommandModule, Invocation } from '../command/command.ts';
import { CliError, EXIT, type ExitCode } from '../command/exit-code.ts';
import { callFairtrial } from '../command/program-name.ts';
import { isOver } from '../runs/finished-run.ts';
import { resolveRun, RUN_ARGUMENT } from '../runs/resolve-run.ts';
import { addServerOptions } from '../settings/common-options.ts';
import { openServices } from '../settings/open-services.ts';
import { sanitizeLine } from '../terminal/sanitize.ts';

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

  async run({ args: [named = ''], options, context }: Invocation): Promise<ExitCode> {
    const { client, config } = await openServices(context, options);
    const { signal, terminal } = context;
    const runId = await resolveRun({ client, config }, named, signal);
    const run = await client.request('GET /runs/:run_id', {
      run_id: runId,
      signal,
      query: { interactions: false },
    });
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
    if (options['yes'] !== true) {
      const warning = 'would be deleted with all its replies, which cannot be undone: pass --yes';
      throw new CliError(EXIT.usage, `run ${which} ${warning}`);
    }
    await client.request('DELETE /runs/:run_id', { run_id: runId, signal });
    terminal.note(`Deleted run ${which}.`);
    return EXIT.pass;
  },
};
