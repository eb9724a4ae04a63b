import { ApiError } from '@assay/client';
import { CommanderError } from 'commander';
import { CliError } from './command/cli-error.ts';
import { EXIT, type ExitCode } from './command/exit-code.ts';
import { printable, printableLines } from './terminal/printable.ts';

export interface Fault {
  readonly exitCode: ExitCode;
  /** Empty where everything has been said. */
  readonly message: string;
}

/** Whatever was thrown, as an exit code and words for the one who typed the command. */
export function describeFault(thrown: unknown): Fault {
  if (thrown instanceof CliError) {
    return { exitCode: thrown.exitCode, message: printableLines(thrown.message) };
  }
  // Commander has said it by itself; help and version are no fault.
  if (thrown instanceof CommanderError) {
    return { exitCode: thrown.exitCode === 0 ? EXIT.pass : EXIT.usage, message: '' };
  }
  if (thrown instanceof ApiError) return describeApiError(thrown);
  const message = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  return { exitCode: EXIT.service, message: printableLines(message) };
}

function describeApiError(error: ApiError): Fault {
  const fields = error.errors.map(({ pointer, detail }) => `  ${pointer || '/'}: ${detail}`);
  const lines = [error.detail, ...(fields.length > 1 ? fields : []), wayOut(error)];
  return {
    exitCode: isOurs(error) ? EXIT.usage : EXIT.service,
    message: lines
      .filter((line) => line !== undefined)
      .map(printable)
      .join('\n'),
  };
}

/** What the caller can mend. */
function isOurs({ status }: ApiError): boolean {
  return status >= 400 && status < 500 && status !== 429 && status !== 408;
}

function wayOut({ code, status, requestId }: ApiError): string | undefined {
  if (code === 'unreachable') {
    return 'Is the evaluation service running? `assay up` starts it, `assay doctor` looks closer.';
  }
  if (status === 401) return 'Set ASSAY_API_KEY, or api_key: env:NAME in assay.config.yaml.';
  return status >= 500 && requestId !== undefined ? `Request ${requestId}.` : undefined;
}
