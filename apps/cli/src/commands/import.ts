import { Option, type Command } from 'commander';
import { readFile } from 'node:fs/promises';
import { basename, dirname, extname, resolve } from 'node:path';
import type { BatchJson, ConvertedBatch } from '../batch/conversations-to-batch.ts';
import type { CommandModule, CommandContext, Invocation } from '../command/command.ts';
import { CliError, EXIT, type ExitCode } from '../command/exit-code.ts';
import { IMPORT_FORMATS, importFile, type ImportFormat } from '../import/import-file.ts';
import { addNoColorOption } from '../settings/common-options.ts';
import { describeFileError, isFileError } from '../settings/file-errors.ts';
import { resolveInside } from '../settings/resolve-inside.ts';
import { saveFile } from '../settings/write-output.ts';
import { sanitizeLine, sanitizeText } from '../terminal/sanitize.ts';

/** `assay import`: converts the tests of another tool into a batch. */
export const importCommand: CommandModule = {
  define(command: Command) {
    command
      .argument(
        '<file>',
        'a configuration or tests of promptfoo, an eval or JSON Lines of OpenAI evals, or CSV',
      )
      .addOption(
        new Option('--format <format>', 'the format of the file (default: detected)').choices(
          IMPORT_FORMATS,
        ),
      )
      .option('--name <text>', 'the name of the batch (default: the name of the file)')
      .option('-o, --output <file>', 'the output file (default: stdout)');
    addNoColorOption(command);
  },

  async run({ args: [file = ''], options, context }: Invocation): Promise<ExitCode> {
    const { terminal, cwd } = context;
    const { format, name, output } = options as Options;
    const { scenarios, systemPrompt, notes } = await readSourceFile(context, file, format);
    if (scenarios.length === 0) throw new CliError(EXIT.usage, `${file}: no user message found`);
    const batch: BatchJson = {
      test_name: name ?? basename(file, extname(file)),
      ...(systemPrompt === undefined ? {} : { system_prompt: systemPrompt }),
      test_batch: scenarios,
    };
    const text = `${JSON.stringify(batch, null, 2)}\n`;
    if (output === undefined) terminal.write(terminal.isTerminal ? sanitizeText(text) : text);
    else await saveFile(cwd, output, [text]);
    for (const note of notes) terminal.note(`! ${sanitizeLine(note)}`);
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

/** Every error names the file, since the user has to correct it. */
async function readSourceFile(
  { cwd }: CommandContext,
  file: string,
  format?: ImportFormat,
): Promise<ConvertedBatch> {
  try {
    const path = resolve(cwd, file);
    const readSibling = async (other: string): Promise<string> => {
      const sibling = await resolveInside(dirname(path), other);
      if (sibling === undefined)
        throw new Error(`${other} is outside the folder of the file: copy it there`);
      return readFile(sibling, 'utf8').catch((cause: unknown) => {
        const why = isFileError(cause) ? describeFileError(cause) : String(cause);
        throw new Error(`${other}: ${why}`, { cause });
      });
    };
    return await importFile({ file, text: await readFile(path, 'utf8'), readSibling }, format);
  } catch (cause) {
    const why = isFileError(cause) ? describeFileError(cause) : (cause as Error).message;
    throw new CliError(EXIT.usage, why.startsWith(file) ? why : `${file}: ${why}`, { cause });
  }
}
