import type { ExitCode } from './command/exit-code.ts';
import { describeError } from './describe-error.ts';
import type { Terminal } from './terminal/open-terminal.ts';
import { wrapText } from './terminal/text-layout.ts';

/** Prints an error to stderr and returns its exit code. Wraps lines only in a terminal. */
export function noteError(error: unknown, terminal: Terminal): ExitCode {
  const { exitCode, message } = describeError(error);
  if (message === '') return exitCode;
  const [first = '', ...rest] = message
    .split('\n')
    .map((line, at) => (at === 0 ? `✗ ${line}` : line))
    .map((line) =>
      terminal.isInteractive ? wrapText(line, { width: terminal.columns, indent: '  ' }) : line,
    );
  terminal.note([terminal.noteColors.red('✗') + first.slice(1), ...rest].join('\n'));
  return exitCode;
}
