import type { Command } from 'commander';
import type { CommandModule, Invocation } from '../command/command.ts';
import { EXIT, type ExitCode } from '../command/exit-code.ts';
import { resolveRun } from '../runs/resolve-run.ts';
import { addServerOptions } from '../settings/common-options.ts';
import { openServices } from '../settings/open-services.ts';

/** `assay pin`: makes a run the pinned baseline of its test, which `--baseline pinned` names. */
export const pinCommand: CommandModule = {
  define,

  async run({ args: [named = ''], options, context }: Invocation): Promise<ExitCode> {
    const { client } = await openServices(context, options);
    const { signal, terminal } = context;
    const runId = await resolveRun(client, named, signal);
    await client.runs.pin(runId, { signal });
    terminal.note(`Pinned ${runId}: \`--baseline pinned\` compares with it.`);
    return EXIT.pass;
  },
};

/** `assay unpin`: undoes `assay pin`. */
export const unpinCommand: CommandModule = {
  define,

  async run({ args: [named = ''], options, context }: Invocation): Promise<ExitCode> {
    const { client } = await openServices(context, options);
    const { signal, terminal } = context;
    const runId = await resolveRun(client, named, signal);
    await client.runs.unpin(runId, { signal });
    terminal.note(`${runId} is not pinned any more.`);
    return EXIT.pass;
  },
};

function define(command: Command): void {
  command.argument('<run>', 'the id of a run, or latest');
  addServerOptions(command);
}
