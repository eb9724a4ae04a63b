import { ScorerName, type Stats } from '@assay/contracts';
import type { Turn } from '../db/turns/turn.ts';

/** The beginning of a text, no longer than that many UTF-16 units; no pair is cut in two. */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const code = text.charCodeAt(maxLength - 1);
  const isHalf = code >= 0xd800 && code <= 0xdbff;
  return `${text.slice(0, isHalf ? maxLength - 1 : maxLength)}…`;
}

/** Control characters that change the direction of the text after them. */
const BIDI_CONTROLS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/**
 * Foreign text in Markdown, on one line: in a code span nothing comes alive, neither HTML nor links, and
 * mentions, which GitHub finds even where their @ is escaped, are left alone. A | would end a cell of a table,
 * whatever stands in front of it.
 */
export function codeSpan(text: string, maxLength: number): string {
  const line = cutText(text, maxLength)
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .replaceAll(BIDI_CONTROLS, '')
    .replaceAll('|', '¦')
    .trim();
  if (line === '') return '*nothing*';
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence} ${line} ${fence}`;
}

const SCORER_ORDER: ReadonlyMap<string, number> = new Map(
  ScorerName.options.map((name, index) => [name, index]),
);

/** The metrics of a run in the order of the scorers; `metadata.<field>` by name. */
export function sortMetrics(stats: Stats): readonly string[] {
  return Object.keys(stats).toSorted((a, b) => scorerOrder(a) - scorerOrder(b) || (a < b ? -1 : 1));
}

function scorerOrder(metric: string): number {
  return SCORER_ORDER.get(metric.split('.', 1)[0] ?? '') ?? SCORER_ORDER.size;
}

/** One line for each check that failed. */
export function describeFailedChecks({ checks }: Pick<Turn, 'checks'>): string[] {
  return checks.filter(({ passed }) => !passed).map(({ type, detail }) => `${type}: ${detail}`);
}
