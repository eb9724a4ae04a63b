import { fieldErrors, fromPointer } from '@fairtrial/contracts';
import type { z } from 'zod';
import { findLine } from './parse-yaml.ts';

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
