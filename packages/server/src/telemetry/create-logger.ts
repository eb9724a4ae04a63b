import { pino, type Logger } from 'pino';

export interface LoggerOptions {
  readonly service: string;
  readonly level: string;
  /** Values that must never be written, wherever they turn up. */
  readonly secrets: readonly string[];
}

/** Shorter ones are placeholders: cutting them out would garble the log and hide nothing. */
const MIN_SECRET_LENGTH = 8;

/** JSON lines on stdout. Secrets are cut out by value, so no field name can let one through. */
export function createLogger({ service, level, secrets }: LoggerOptions): Logger {
  // A secret is looked for in the form in which it stands inside a JSON line.
  const needles = secrets.filter((secret) => secret.length >= MIN_SECRET_LENGTH).map(inJson);
  const options: pino.LoggerOptions = {
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    hooks: {
      streamWrite: (line) =>
        needles.reduce((text, needle) => text.replaceAll(needle, '[secret]'), line),
    },
  };
  // pino's own destination sleeps for 100 ms at a time while a reader is slow, or flushes for ever at the
  // end where it has gone. Writing to stdout waits for as long as it takes, and a reader that is gone is
  // not our business.
  process.stdout.on('error', () => undefined);
  return pino(options, process.stdout);
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
