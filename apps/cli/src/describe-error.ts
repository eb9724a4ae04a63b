import { ApiError } from '@fairtrial/client';
import { fromPointer } from '@fairtrial/contracts';
import { CommanderError } from 'commander';
import { CliError, EXIT, type ExitCode } from './command/exit-code.ts';
import { callableHere, callFairtrial } from './command/program-name.ts';
import { describeFileError, isFileError } from './settings/files.ts';
import type { Terminal } from './terminal/open-terminal.ts';
import { sanitizeLine, sanitizeText } from './terminal/sanitize.ts';
import { wrapText } from './terminal/text-layout.ts';

export interface DescribedError {
  readonly exitCode: ExitCode;
  /** Empty if commander has already printed it. */
  readonly message: string;
}

/** The exit code and message for anything that a command throws. */
export function describeError(error: unknown): DescribedError {
  if (error instanceof CliError) {
    return { exitCode: error.exitCode, message: sanitizeText(error.message) };
  }
  // Commander has printed its message; help and version exit with 0.
  if (error instanceof CommanderError) {
    return { exitCode: error.exitCode === 0 ? EXIT.pass : EXIT.usage, message: '' };
  }
  if (error instanceof ApiError) return describeApiError(error);
  if (isFileError(error)) {
    const message = `${error.path ?? 'a file'}: ${describeFileError(error)}`;
    return { exitCode: EXIT.usage, message: sanitizeText(message) };
  }
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { exitCode: EXIT.service, message: sanitizeText(message) };
}

function describeApiError(error: ApiError): DescribedError {
  const fields = error.errors.map(
    ({ pointer, detail }) => `  ${fromPointer(pointer).join('.') || 'the request'}: ${detail}`,
  );
  const lines = [
    callableHere(error.detail),
    ...(fields.length > 1 ? fields : []),
    adviceFor(error),
  ];
  return {
    exitCode: isUsageError(error) ? EXIT.usage : EXIT.service,
    message: lines
      .filter((line) => line !== undefined)
      .map(sanitizeLine)
      .join('\n'),
  };
}

/** True if the user can correct the request. */
function isUsageError({ status }: ApiError): boolean {
  return status >= 400 && status < 500 && status !== 429 && status !== 408;
}

function adviceFor({ code, status, requestId }: ApiError): string | undefined {
  if (code === 'unreachable') {
    return `Is it running? \`${callFairtrial('up')}\` starts both services, \`${callFairtrial('doctor')}\` diagnoses the problem; --server and --agent name other addresses.`;
  }
  if (status === 401)
    return 'Set FAIRTRIAL_API_KEY, or name another variable in fairtrial.config.yaml (api_key: env:FAIRTRIAL_…).';
  if (code === 'run_not_found') return `\`${callFairtrial('runs')}\` lists all runs.`;
  return status >= 500 && requestId !== undefined ? `Request ${requestId}.` : undefined;
}

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
