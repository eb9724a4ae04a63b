import { pino, type Logger } from 'pino';
import { createSecretCutter } from './cut-secrets.ts';

export interface LoggerOptions {
  readonly service: string;
  readonly level: string;
  /** Values that must never be written, wherever they turn up. */
  readonly secrets: readonly string[];
}

/** JSON lines on stdout. Secrets are cut out by value, so no field name can let one through. */
export function createLogger({ service, level, secrets }: LoggerOptions): Logger {
  const options: pino.LoggerOptions = {
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    hooks: { streamWrite: createSecretCutter(secrets) },
  };
  // pino's own destination sleeps for 100 ms at a time while a reader is slow, or flushes for ever at the
  // end where it has gone. Writing to stdout waits for as long as it takes, and a reader that is gone is
  // not our business.
  process.stdout.on('error', () => undefined);
  return pino(options, process.stdout);
}
