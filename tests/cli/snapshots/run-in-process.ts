import { createProgram, expandJsonFlag } from '../../../apps/cli/src/create-program.ts';
import { noteError } from '../../../apps/cli/src/describe-error.ts';
import { version } from '../../../apps/cli/src/version.ts';
import { openTerminal } from '../../../apps/cli/src/terminal/open-terminal.ts';

interface Place {
  readonly cwd: string;
  readonly server: string;
  readonly agent: string;
}

interface Printed {
  readonly code: number;
  /** Everything that the command prints to a terminal of 80 columns with colours. */
  readonly output: string;
}

/** Runs a command in this process, because a process per command would take minutes. */
export async function runInProcess(
  commandLine: readonly string[],
  { cwd, server, agent }: Place,
): Promise<Printed> {
  let output = '';
  let code = 0;
  const stream = {
    isTTY: true,
    columns: 80,
    write: (text: string) => {
      output += text;
    },
  };
  const terminal = openTerminal(
    { stdout: stream, stderr: stream },
    { isPlain: false, isCi: false },
  );
  const environment = {
    server,
    agent,
    apiKey: undefined,
    isPlain: false,
    isCi: false,
    branch: undefined,
    secret: () => undefined,
  };
  const args = expandJsonFlag(commandLine);
  try {
    const program = await createProgram({
      loads: (name) => args.includes(name),
      context: { version, terminal, environment, signal: new AbortController().signal, cwd },
      onExit: (given) => {
        code = given;
      },
    });
    for (const one of [program, ...program.commands]) {
      one.configureOutput({ writeOut: stream.write, writeErr: stream.write });
    }
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    code = noteError(error, terminal);
  }
  return { code, output };
}
