import type { Command } from 'commander';
import type { CommandModule, Invocation } from '../command/command.ts';
import { EXIT, type ExitCode } from '../command/exit-code.ts';
import { addAgentOption, addJsonOption, addServerOptions } from '../settings/common-options.ts';
import { openServices } from '../settings/open-services.ts';
import { writeJson } from '../settings/files.ts';
import { formatTable } from '../terminal/format-table.ts';
import { sanitizeLine } from '../terminal/sanitize.ts';

/** `fairtrial models`: lists the values of --model for runs against the agent backend. */
export const modelsCommand: CommandModule = {
  define(command: Command) {
    addAgentOption(command);
    addJsonOption(command);
    addServerOptions(command);
  },

  async run({ options, context }: Invocation): Promise<ExitCode> {
    const { terminal, signal } = context;
    const { client } = await openServices(context, options, { asksAgent: true });
    const { data: models } = await client.agent.request('GET /v1/models', { signal });
    if (await writeJson(context, options['json'], models)) return EXIT.pass;
    if (models.length === 0) {
      terminal.note('The agent backend has no models: set HUB_BASE_URL or STUDIO_BASE_URL.');
      return EXIT.pass;
    }
    const rows = models.map(({ id, owned_by, name = '' }) => [
      { text: sanitizeLine(id) },
      { text: sanitizeLine(owned_by), style: terminal.colors.dim },
      { text: sanitizeLine(name) },
    ]);
    const columns = [{ title: 'Model', isFlexible: true }, { title: 'From' }, { title: 'Name' }];
    const { columns: width, colors } = terminal;
    terminal.print(formatTable({ columns, rows, width, titleStyle: colors.dim }));
    return EXIT.pass;
  },
};
