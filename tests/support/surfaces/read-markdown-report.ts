import { headlineInMarkdown } from './read-headline.ts';
import { oneLine, type Said } from './said.ts';

/** A line that is one code span, with a fence of any length. */
const QUOTED = /^(?:Next: )?(`+) (.*) \1$/;

/** Reads the headline of a Markdown report, with the quoted sentences between it and the line that names the model. */
export function readMarkdownReport(markdown: string): Said {
  const lines = markdown.split('\n');
  const start = lines.findIndex((line) => line.startsWith('### '));
  const end = lines.findIndex((line) => line.startsWith('Model '));
  const sentences = lines.slice(start, end).flatMap((line) => QUOTED.exec(line)?.[2] ?? []);
  return { ...headlineInMarkdown(markdown), text: oneLine(sentences.join(' ')) };
}
