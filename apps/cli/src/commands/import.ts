import { Option, type Command } from 'commander';
import { readFile } from 'node:fs/promises';
import { basename, dirname, extname, resolve } from 'node:path';
import type { BatchScript } from '../batch/batch-script.ts';
import { CliError } from '../command/cli-error.ts';
import type { CommandModule, Context, Invocation } from '../command/command.ts';
import { EXIT, type ExitCode } from '../command/exit-code.ts';
import { IMPORT_FORMATS, importFile, type ImportFormat } from '../import/import-file.ts';
import type { Batch } from '../batch/to-batch.ts';
import { saveFile } from '../settings/save-file.ts';
import { printable, printableLines } from '../terminal/printable.ts';

/** `assay import`: a batch out of what another tool tests with. */
export const importCommand: CommandModule = {
  define(command: Command) {
    command
      .argument(
        '<file>',
        'a configuration or tests of promptfoo, JSON lines of OpenAI evals, or CSV',
      )
      .addOption(
        new Option('--format <format>', 'of the file; found out where absent').choices(
          IMPORT_FORMATS,
        ),
      )
      .option('--name <text>', 'what the batch is called; the name of the file where absent')
      .option('-o, --output <file>', 'where to write the batch; stdout where absent')
      .option('--no-color', 'no colours (or NO_COLOR)');
  },

  async run({ args: [file = ''], options, context }: Invocation): Promise<ExitCode> {
    const { terminal, cwd } = context;
    const { format, name, output } = options as Options;
    const { scenarios, systemPrompt, notes } = await read(context, file, format);
    if (scenarios.length === 0)
      throw new CliError(EXIT.usage, `${file}: nothing in it can be asked`);
    const batch: BatchScript = {
      test_name: name ?? basename(file, extname(file)),
      ...(systemPrompt === undefined ? {} : { system_prompt: systemPrompt }),
      test_batch: scenarios,
    };
    const text = `${JSON.stringify(batch, null, 2)}\n`;
    if (output === undefined) terminal.write(terminal.isTerminal ? printableLines(text) : text);
    else await saveFile(cwd, output, [text]);
    for (const note of notes) terminal.note(`! ${printable(note)}`);
    const turns = scenarios.flatMap(({ interactions }) => interactions).length;
    terminal.note(
      `${scenarios.length} scenarios, ${turns} interactions${output === undefined ? '' : `: ${output}`}`,
    );
    return EXIT.pass;
  },
};

interface Options {
  readonly format?: ImportFormat;
  readonly name?: string;
  readonly output?: string;
}

/** Whatever is wrong with a file is told with its name; it is somebody's to mend. */
async function read({ cwd }: Context, file: string, format?: ImportFormat): Promise<Batch> {
  try {
    const path = resolve(cwd, file);
    const readBeside = (other: string): Promise<string> =>
      readFile(resolve(dirname(path), other), 'utf8');
    return await importFile({ file, text: await readFile(path, 'utf8'), readBeside }, format);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new CliError(EXIT.usage, why.startsWith(file) ? why : `${file}: ${why}`, { cause });
  }
}
