import { Argument, type Command } from 'commander';
import type { CommandModule, Invocation } from '../command/command.ts';
import { describeProgram } from '../describe/describe-program.ts';
import { SHELLS, writeCompletion, type Shell } from '../describe/write-completion.ts';
import { EXIT, type ExitCode } from '../command/exit-code.ts';

/** `assay completion`: for `bash`, `zsh` or `fish`. */
export const completionCommand: CommandModule = {
  define(command: Command) {
    command.addArgument(new Argument('<shell>', 'of which shell').choices(SHELLS));
  },

  async run({ args: [shell], context, wholeProgram }: Invocation): Promise<ExitCode> {
    const commands = describeProgram(await wholeProgram());
    context.terminal.print(writeCompletion(shell as Shell, commands));
    return EXIT.pass;
  },
};
