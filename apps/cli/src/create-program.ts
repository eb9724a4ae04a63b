import { Command } from 'commander';
import type { CommandContext, CommandModule } from './command/command.ts';
import { EXIT, type ExitCode } from './command/exit-code.ts';
import { COMMANDS } from './registry.ts';
import { wrapText } from './terminal/text-layout.ts';
import { version } from './version.ts';

interface ProgramOptions {
  /** The commands whose modules are loaded; the others have only a summary. */
  readonly loads: (name: string) => boolean;
  readonly context?: CommandContext;
  readonly onExit?: (code: ExitCode) => void;
}

/** The commander program `fairtrial`. */
export async function createProgram(options: ProgramOptions): Promise<Command> {
  const program = new Command('fairtrial')
    .description('Evaluate chat models and agents: what got better or worse, and is it noise?')
    .version(version)
    .helpCommand('help [command]', 'describe a command')
    .configureHelp({ sortOptions: true })
    .exitOverride();
  const terminal = options.context?.terminal;
  if (terminal?.isInteractive === true) {
    program.configureOutput({
      outputError: (text, write) =>
        write(`${wrapText(text.trimEnd(), { width: terminal.columns, indent: '  ' })}\n`),
    });
  }
  for (const { name, summary, load } of COMMANDS) {
    const command = program.command(name).description(summary).exitOverride();
    if (options.loads(name)) attach(command, await load(), options);
  }
  return program;
}

/** The program with every command loaded, for the reference and the completion scripts. */
export function createWholeProgram(): Promise<Command> {
  return createProgram({ loads: () => true });
}

function attach(
  command: Command,
  { define, run }: CommandModule,
  { context, onExit }: ProgramOptions,
): void {
  define(command);
  if (context === undefined) return;
  command.action(async () => {
    const { args } = command;
    const options = command.opts();
    const code = await run({ args, options, context, wholeProgram: createWholeProgram });
    if (code !== EXIT.pass) onExit?.(code);
  });
}

/**
 * Expands `--json`, whose file is optional: the next word is its file only if it ends in .json or is `-`, so that
 * `fairtrial show --json latest` prints the newest run.
 */
export function expandJsonFlag(args: readonly string[]): readonly string[] {
  const expanded: string[] = [];
  for (const [index, arg] of args.entries()) {
    const next = args[index + 1];
    if (arg === '--json') expanded.push(`--json=${isTarget(next) ? next : '-'}`);
    else if (args[index - 1] !== '--json' || !isTarget(arg)) expanded.push(arg);
  }
  return expanded;
}

function isTarget(word: string | undefined): word is string {
  return word === '-' || word?.endsWith('.json') === true;
}
