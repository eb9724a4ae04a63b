import { formatStatus, headlineLabel } from '@fairtrial/format';
import type { Command } from 'commander';
import type { CommandModule, Invocation } from '../command/command.ts';
import { CliError, EXIT, type ExitCode } from '../command/exit-code.ts';
import { resolveRun, RUN_ARGUMENT } from '../runs/resolve-run.ts';
import { addServerOptions } from '../settings/common-options.ts';
import { openServices } from '../settings/open-services.ts';
import { sanitizeLine } from '../terminal/sanitize.ts';
import { wrapText } from '../terminal/text-layout.ts';

/** `fairtrial pin`: pins a run as the baseline of its test, for `--baseline pinned`. */
export const pinCommand: CommandModule = {
  define,

  async run({ args: [named = ''], options, context }: Invocation): Promise<ExitCode> {
    const { client, config } = await openServices(context, options);
    const { signal, terminal } = context;
    const runId = await resolveRun({ client, config }, named, signal);
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

  async run({ args: [named = ''], options, context }: Invocation): Promise<ExitCode> {
    const { client, config } = await openServices(context, options);
    const { signal, terminal } = context;
    const runId = await resolveRun({ client, config }, named, signal);
    const { pinned } = await client.request('GET /runs/:run_id', {
      run_id: runId,
      signal,
      query: { interactions: false },
    });
    if (!pinned) throw new CliError(EXIT.usage, `run ${runId} is not pinned`);
    await client.request('DELETE /runs/:run_id/pin', { run_id: runId, signal });
    terminal.note(`Unpinned ${runId}.`);
    return EXIT.pass;
  },
};

function define(command: Command): void {
  command.argument('<run>', RUN_ARGUMENT);
  addServerOptions(command);
}
