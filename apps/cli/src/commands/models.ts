import type { Command } from 'commander';
import type { CommandModule, Invocation } from '../command/command.ts';
import { EXIT, type ExitCode } from '../command/exit-code.ts';
import { addJsonOption, writeJson } from '../settings/json-option.ts';
import { openServices } from '../settings/open-services.ts';
import { addServerOptions } from '../settings/server-options.ts';
import { formatTable } from '../terminal/format-table.ts';
import { printable } from '../terminal/printable.ts';

/** `assay models`: what may stand behind --model where the endpoint is the agent backend. */
export const modelsCommand: CommandModule = {
  define(command: Command) {
    command.option('--agent <url>', 'the agent backend (or ASSAY_AGENT; http://127.0.0.1:8000)');
    addJsonOption(command);
    addServerOptions(command);
  },

  async run({ options, context }: Invocation): Promise<ExitCode> {
    const { terminal, signal } = context;
    const { client } = await openServices(context, options);
    const models = await client.agent.models({ signal });
    if (await writeJson(context, options['json'], models)) return EXIT.pass;
    if (models.length === 0) {
      terminal.note('The agent backend knows no model: set HUB_BASE_URL or STUDIO_BASE_URL.');
      return EXIT.pass;
    }
    const rows = models.map(({ id, owned_by, name = '' }) => [
      { text: printable(id) },
      { text: printable(owned_by), style: terminal.colors.dim },
      { text: printable(name) },
    ]);
    const columns = [{ title: 'Model', isFlexible: true }, { title: 'From' }, { title: 'Name' }];
    const { columns: width, colors } = terminal;
    terminal.print(formatTable({ columns, rows, width, titleStyle: colors.dim }));
    return EXIT.pass;
  },
};
