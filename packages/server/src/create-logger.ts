import { pino, type Logger } from 'pino';

export interface LoggerOptions {
  readonly service: string;
  readonly level: string;
  /** Values that must never be written, wherever they turn up. */
  readonly secrets: readonly string[];
}

/** Shorter ones are placeholders: cutting them out would garble the log and hide nothing. */
const SHORTEST = 8;

/** JSON lines on stdout. Secrets are cut out by value, so no field name can let one through. */
export function createLogger({ service, level, secrets }: LoggerOptions): Logger {
  // A secret is looked for in the form in which it stands inside a JSON line.
  const needles = secrets.filter((secret) => secret.length >= SHORTEST).map(inJson);
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
  // Written at once: a buffered log whose reader has gone is flushed for ever when the process ends.
  return pino(options, pino.destination({ dest: 1, sync: true }));
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
