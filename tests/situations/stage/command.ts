import { createProgram } from '../../../apps/cli/src/create-program.ts';
import { describeError } from '../../../apps/cli/src/describe-error.ts';
import { exampleTerminal } from '../../../apps/cli/src/testing/example-terminal.ts';

export interface CommandOutput {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CommandOptions {
  readonly server: string;
  /** Called at each line with everything written to stderr so far. */
  readonly onNote?: (stderr: string) => void;
}

/** Runs `fairtrial` in this process: starting Node for each command would take most of the time. */
export async function fairtrial(
  args: readonly string[],
  { server, onNote }: CommandOptions,
): Promise<CommandOutput> {
  const terminal = exampleTerminal({ isCi: true });
  const { output } = terminal;
  const note = (text: string): void => {
    terminal.note(text);
    onNote?.(output.stderr.join(''));
  };
  let code = 0;
  try {
    const program = await createProgram({
      loads: (name) => args.includes(name),
      context: {
        version: '0',
        terminal: { ...terminal, note },
        environment: {
          server,
          agent: undefined,
          apiKey: undefined,
          isPlain: true,
          isCi: true,
          branch: 'main',
          secret: () => undefined,
        },
        signal: new AbortController().signal,
        cwd: process.cwd(),
      },
      onExit: (exitCode) => {
        code = exitCode;
      },
    });
    await program.parseAsync([...args], { from: 'user' });
  } catch (error) {
    const described = describeError(error);
    code = described.exitCode;
    note(described.message);
  }
  return { code, stdout: output.stdout.join(''), stderr: output.stderr.join('') };
}
