import { cutText } from './cut-text.ts';

/** Grades that turn the direction of whatever comes after them. */
const TURNS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/**
 * Foreign text in Markdown, on one line: in a code span nothing comes alive, neither HTML nor links, and
 * mentions, which GitHub finds even where their @ is escaped, are left alone. A | would end a cell of a table,
 * whatever stands in front of it.
 */
export function codeSpan(text: string, most: number): string {
  const line = cutText(text, most)
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .replaceAll(TURNS, '')
    .replaceAll('|', '¦')
    .trim();
  if (line === '') return '*nothing*';
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence} ${line} ${fence}`;
}
