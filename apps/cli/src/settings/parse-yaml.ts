import { fieldErrors, fromPointer } from '@fairtrial/contracts';
import { ImportError, parseYaml as parse } from '@fairtrial/imports';
import { isMap, LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import { CliError, EXIT } from '../command/exit-code.ts';

/** Parses YAML or JSON. Errors are usage errors that name the line. */
export function parseYaml(file: string, text: string): unknown {
  try {
    return parse(file, text);
  } catch (cause) {
    if (!(cause instanceof ImportError)) throw cause;
    throw new CliError(EXIT.usage, cause.message, { cause });
  }
}

/** The line number, from 1, of a field or of its closest ancestor in the text. */
function findLine(text: string, path: readonly string[]): number {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { prettyErrors: false, lineCounter });
  for (let length = path.length; length > 0; length -= 1) {
    const parent = document.getIn(path.slice(0, length - 1), true);
    const last = path[length - 1];
    const pair = isMap(parent)
      ? parent.items.find(({ key }) => String(key) === last)?.key
      : document.getIn(path.slice(0, length), true);
    const start = (pair as { range?: readonly number[] | null } | undefined)?.range?.[0];
    if (start !== undefined) return lineCounter.linePos(start).line;
  }
  return 1;
}

interface SourceText {
  readonly file: string;
  readonly text: string;
}

/** One line per problem in a file, with the line number and the path of the field. Parse with `reportInput`. */
export function describeIssues({ file, text }: SourceText, error: z.ZodError): string {
  const lines = fieldErrors(error).map(({ pointer, detail }) => {
    const path = fromPointer(pointer);
    const field = path.length === 0 ? 'the file' : path.join('.');
    return `${file}, line ${findLine(text, path)}: ${field}: ${detail}`;
  });
  return lines.join('\n');
}
