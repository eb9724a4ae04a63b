import { argv, cwd, stderr, stdout } from 'node:process';
import { EXIT } from './command/exit-code.ts';
import { createProgram, expandJsonFlag } from './create-program.ts';
import { readEnvironment } from './config.ts';
import { noteError } from './describe-error.ts';
import { openTerminal } from './terminal/open-terminal.ts';
import { version } from './version.ts';

/** Runs the command of the command line and sets the exit code. */
export async function runCli(): Promise<void> {
  const args = expandJsonFlag(argv.slice(2));
  const environment = readEnvironment();
  const isPlain = environment.isPlain || args.includes('--no-color');
  const terminal = openTerminal({ stdout, stderr }, { ...environment, isPlain });
  const interrupt = new AbortController();
  let isInterrupted = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (isInterrupted) process.exit(EXIT.interrupted);
      isInterrupted = true;
      interrupt.abort(new Error('interrupted'));
    });
  }
  // The reader of the pipe can close it early.
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit();
    throw error;
  });
  try {
    const program = await createProgram({
      loads: (name) => args.includes(name),
      context: { version, terminal, environment, signal: interrupt.signal, cwd: cwd() },
      onExit: (code) => {
        process.exitCode = code;
      },
    });
    if (args.length === 0) program.outputHelp();
    else await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (interrupt.signal.aborted) {
      process.exitCode = EXIT.interrupted;
      return;
    }
    process.exitCode = noteError(error, terminal);
  }
}
