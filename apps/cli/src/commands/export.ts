import { ExportFormat } from '@assay/contracts';
import { Option, type Command } from 'commander';
import type { CommandModule, Invocation } from '../command/command.ts';
import { EXIT, type ExitCode } from '../command/exit-code.ts';
import { resolveRun } from '../runs/resolve-run.ts';
import { saveExport } from '../runs/write-reports.ts';
import { openServices } from '../settings/open-services.ts';
import { addServerOptions } from '../settings/server-options.ts';
import { printableLines } from '../terminal/printable.ts';

/** `assay export`: a run that is over, as a file. */
export const exportCommand: CommandModule = {
  define(command: Command) {
    command
      .argument('<run>', 'the id of a run, or latest')
      .addOption(
        new Option('--format <format>', 'of the file')
          .choices(ExportFormat.options)
          .default('json'),
      )
      .option('-o, --output <file>', 'where to write it; stdout where absent');
    addServerOptions(command);
  },

  async run({ args: [named = ''], options, context }: Invocation): Promise<ExitCode> {
    const { client } = await openServices(context, options);
    const { signal, terminal } = context;
    const runId = await resolveRun(client, named, signal);
    const format = ExportFormat.parse(options['format']);
    const file = options['output'];
    if (typeof file === 'string') {
      await saveExport({ client, context }, { runId, format, file });
      terminal.note(`Wrote ${file}`);
      return EXIT.pass;
    }
    const response = await client.runs.export(runId, format, { signal });
    // A file is what it is; a terminal is not to be told what to do by a model.
    for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      terminal.write(terminal.isTerminal ? printableLines(text) : text);
    }
    return EXIT.pass;
  },
};
