import assert from 'node:assert/strict';
import { basisIn, oneLine, type Said } from './said.ts';

const HEADLINE = /^### \S ([a-z ]+?)(, by [a-z ]+)?$/m;
/** A line that is one code span, whatever its fence. */
const QUOTED = /^(?:Next: )?(`+) (.*) \1$/;

/** The headline of a Markdown report: the first heading below its title, with quoted sentences. */
export function readMarkdownReport(markdown: string): Said {
  const found = HEADLINE.exec(markdown);
  assert.ok(found, 'the report has no headline');
  const [heading, word = '', basis = ''] = found;
  const below = markdown.slice(found.index + heading.length).split('\n');
  const end = below.findIndex((line) => line.startsWith('Model '));
  const sentences = below.slice(0, end).flatMap((line) => QUOTED.exec(line)?.[2] ?? []);
  return { word, basis: basisIn(basis), text: oneLine(sentences.join(' ')) };
}
