import type { ExitCode } from './exit-code.ts';

/** What keeps a command from doing its work: in words, with a way out. */
export class CliError extends Error {
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string, options: { readonly cause?: unknown } = {}) {
    super(message, options);
    this.name = 'CliError';
    this.exitCode = exitCode;
  }
}
