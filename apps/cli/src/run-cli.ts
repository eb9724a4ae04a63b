import { argv, cwd, stderr, stdout } from 'node:process';
import { readEnvironment } from './config.ts';
import { createProgram } from './create-program.ts';
import { describeFault } from './describe-fault.ts';
import { EXIT } from './command/exit-code.ts';
import { openTerminal } from './terminal/open-terminal.ts';
import { version } from './version.ts';

/** Reads the command line, does what it says, and tells the shell how it went. */
export async function runCli(): Promise<void> {
  const args = argv.slice(2).map(spellOut);
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
  // Whoever reads the result may have seen enough.
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit();
    throw error;
  });
  try {
    const program = await createProgram({
      wants: (name) => args.includes(name),
      context: { version, terminal, environment, signal: interrupt.signal, cwd: cwd() },
      onExit: (code) => {
        process.exitCode = code;
      },
    });
    if (args.length === 0) program.outputHelp();
    else await program.parseAsync(args, { from: 'user' });
  } catch (thrown) {
    if (interrupt.signal.aborted) {
      process.exitCode = EXIT.interrupted;
      return;
    }
    const { exitCode, message } = describeFault(thrown);
    if (message !== '') terminal.note(`${terminal.noteColors.red('✗')} ${message}`);
    process.exitCode = exitCode;
  }
}

/** Only `--json=FILE` names a file: what comes after a bare `--json` is an argument. */
function spellOut(arg: string): string {
  return arg === '--json' ? '--json=-' : arg;
}
