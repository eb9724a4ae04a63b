import { Argument, type Command } from 'commander';
import type { CommandModule, Invocation } from '../command/command.ts';
import { describeProgram, type DescribedCommand } from '../command/describe-program.ts';
import { EXIT, type ExitCode } from '../command/exit-code.ts';

/** `fairtrial completion`: prints the completion script of a shell. */
export const completionCommand: CommandModule = {
  define(command: Command) {
    command.addArgument(new Argument('<shell>', 'the shell').choices(SHELLS));
  },

  async run({ args: [shell], context, wholeProgram }: Invocation): Promise<ExitCode> {
    const commands = describeProgram(await wholeProgram());
    context.terminal.print(WRITERS[shell as Shell](commands));
    return EXIT.pass;
  },
};

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

const WRITERS: Readonly<Record<Shell, (commands: readonly DescribedCommand[]) => string>> = {
  bash: writeBash,
  zsh: writeZsh,
  fish: writeFish,
};

function writeBash(commands: readonly DescribedCommand[]): string {
  const cases = commands.map(
    ({ name, options }) => `    ${name}) words="${options.map(({ long }) => long).join(' ')}" ;;`,
  );
  return `# fairtrial completion bash > /etc/bash_completion.d/fairtrial
_fairtrial() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(' ')}" -- "$current"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac
  case "$current" in
    -*) COMPREPLY=($(compgen -W "$words" -- "$current")) ;;
    *) COMPREPLY=($(compgen -f -- "$current")) ;;
  esac
}
complete -F _fairtrial fairtrial`;
}

function writeZsh(commands: readonly DescribedCommand[]): string {
  const names = commands.map(({ name, summary }) => `    ${quote(`${name}:${summary}`)}`);
  const cases = commands.map(({ name, options }) => {
    const flags = options.map(({ long, summary, takesValue }) =>
      quote(
        `${long}[${summary.replaceAll(/[[\]:\\]/g, String.raw`\$&`)}]${takesValue ? ':value:_files' : ''}`,
      ),
    );
    return `    ${name}) _arguments ${[...flags, quote('*:file:_files')].join(' ')} ;;`;
  });
  return `#compdef fairtrial
# fairtrial completion zsh > "\${fpath[1]}/_fairtrial"
_fairtrial() {
  local -a commands=(
${names.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${cases.join('\n')}
  esac
}
compdef _fairtrial fairtrial`;
}

function writeFish(commands: readonly DescribedCommand[]): string {
  const lines = commands.flatMap(({ name, summary, options }) => [
    `complete -c fairtrial -n __fish_use_subcommand -f -a ${name} -d ${quote(summary)}`,
    ...options.map(
      ({ long, summary: about, takesValue }) =>
        `complete -c fairtrial -n '__fish_seen_subcommand_from ${name}' -l ${long.slice(2)}${takesValue ? ' -r' : ''} -d ${quote(about)}`,
    ),
  ]);
  return ['# fairtrial completion fish > ~/.config/fish/completions/fairtrial.fish', ...lines].join(
    '\n',
  );
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
