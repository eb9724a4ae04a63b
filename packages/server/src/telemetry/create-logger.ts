import { pino, type Logger } from 'pino';
import { createSecretCutter } from './cut-secrets.ts';

export interface LoggerOptions {
  readonly service: string;
  readonly level: string;
  /** Values that must never be logged, in any field. */
  readonly secrets: readonly string[];
}

/** Logs JSON lines to stdout. Cuts secrets out by value, independent of field names. */
export function createLogger({ service, level, secrets }: LoggerOptions): Logger {
  const options: pino.LoggerOptions = {
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    hooks: { streamWrite: createSecretCutter(secrets) },
  };
  // pino's own destination sleeps for 100 ms at a time while the reader is slow, and flushes forever at exit if the
  // reader is gone. `process.stdout` waits as long as needed; errors of a reader that is gone are ignored.
  process.stdout.on('error', () => undefined);
  return pino(options, process.stdout);
}
