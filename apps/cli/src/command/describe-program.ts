import type { Argument, Command, Option } from 'commander';

interface DescribedOption {
  /** For example `-o, --output <file>`. */
  readonly flags: string;
  readonly long: string;
  readonly summary: string;
  readonly takesValue: boolean;
}

interface DescribedArgument {
  readonly name: string;
  readonly summary: string;
}

export interface DescribedCommand {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  readonly args: readonly DescribedArgument[];
  /** In alphabetical order. */
  readonly options: readonly DescribedOption[];
}

/** The commands as plain values, for the reference and the completion scripts. */
export function describeProgram(program: Command): readonly DescribedCommand[] {
  return program.commands.map((command) => ({
    name: command.name(),
    usage: `${program.name()} ${command.name()} ${command.usage()}`,
    summary: command.description(),
    args: command.registeredArguments.map((argument) => ({
      name: argument.name(),
      summary: `${argument.description}${formatChoices(argument)}`,
    })),
    options: command.options
      .map((option) => ({
        flags: option.flags,
        long: option.long ?? option.flags,
        summary: `${option.description}${formatChoices(option)}${formatDefault(option)}`,
        takesValue: option.required,
      }))
      .toSorted((a, b) => a.long.localeCompare(b.long)),
  }));
}

function formatChoices({ argChoices }: Argument | Option): string {
  return argChoices === undefined ? '' : `: ${argChoices.join(', ')}`;
}

function formatDefault({ defaultValue }: Option): string {
  return typeof defaultValue === 'string' ? ` (${defaultValue})` : '';
}
