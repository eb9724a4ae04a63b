import { LineCounter, parseDocument } from 'yaml';
import { CliError, EXIT } from '../command/exit-code.ts';

/**
 * Parses YAML, of which JSON is a part. An error names the line but quotes nothing: the file may be another one than was
 * meant, with a secret in it, and the log of a build may be public.
 */
export function parseYaml(file: string, text: string): unknown {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { prettyErrors: false, lineCounter });
  const [error] = document.errors;
  if (error !== undefined) {
    const { line, col } = lineCounter.linePos(error.pos[0]);
    throw refusal(file, error, ` at line ${line}, column ${col}`);
  }
  try {
    return document.toJS() as unknown;
  } catch (cause) {
    throw refusal(file, cause, '');
  }
}

/** The parser puts the text that it does not understand after a colon. */
function refusal(file: string, cause: unknown, at: string): CliError {
  const why = cause instanceof Error ? cause.message.replace(/(?<=[\w)]): .*$/s, '') : 'no YAML';
  return new CliError(EXIT.usage, `${file}: ${why}${at}`, { cause });
}
