import { Command } from 'commander';
import type { CommandModule, Context } from './command/command.ts';
import { EXIT, type ExitCode } from './command/exit-code.ts';
import { COMMANDS } from './registry.ts';
import { version } from './version.ts';

interface ProgramOptions {
  /** Whose options are wanted; of the others the summary is enough. */
  readonly wants: (name: string) => boolean;
  readonly context?: Context;
  readonly onExit?: (code: ExitCode) => void;
}

/** `assay` as commander sees it, with the modules loaded that are wanted. */
export async function createProgram(options: ProgramOptions): Promise<Command> {
  const program = new Command('assay')
    .description('Is the new model better or worse than the old one, where, and is it noise?')
    .version(version)
    .helpCommand('help [command]', 'describe a command')
    .configureHelp({ sortOptions: true })
    .exitOverride();
  for (const { name, summary, load } of COMMANDS) {
    const command = program.command(name).description(summary).exitOverride();
    if (options.wants(name)) attach(command, await load(), options);
  }
  return program;
}

/** All of it, for what describes it. */
export function createWholeProgram(): Promise<Command> {
  return createProgram({ wants: () => true });
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
