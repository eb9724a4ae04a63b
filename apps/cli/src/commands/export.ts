import { ExportFormat } from '@fairtrial/contracts';
import { Option, type Command } from 'commander';
import type { CommandModule, Invocation } from '../command/command.ts';
import { EXIT, type ExitCode } from '../command/exit-code.ts';
import { resolveRun, RUN_ARGUMENT } from '../runs/resolve-run.ts';
import { saveExport } from '../runs/write-reports.ts';
import { addServerOptions } from '../settings/common-options.ts';
import { openServices } from '../settings/open-services.ts';
import { sanitizeText } from '../terminal/sanitize.ts';

/** `fairtrial export`: exports a finished run. */
export const exportCommand: CommandModule = {
  define(command: Command) {
    command
      .argument('<run>', RUN_ARGUMENT)
      .addOption(
        new Option('--format <format>', 'the format of the file')
          .choices(ExportFormat.options)
          .default('json'),
      )
      .option('-o, --output <file>', 'the output file (default: stdout)');
    addServerOptions(command);
  },

  async run({ args: [named = ''], options, context }: Invocation): Promise<ExitCode> {
    const { client, config } = await openServices(context, options);
    const { signal, terminal } = context;
    const runId = await resolveRun({ client, config }, named, signal);
    const format = ExportFormat.parse(options['format']);
    const file = options['output'];
    if (typeof file === 'string') {
      await saveExport({ client, context }, { runId, format, file });
      terminal.note(`Wrote ${file}`);
      return EXIT.pass;
    }
    const response = await client.fetch('GET /runs/:run_id/export', {
      run_id: runId,
      query: { format },
      signal,
    });
    // A pipe gets the exact bytes; for a terminal, control characters in model output are escaped.
    for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      terminal.write(terminal.isTerminal ? sanitizeText(text) : text);
    }
    return EXIT.pass;
  },
};
