import { ScorerName, type Check, type CheckResult, type Stats } from '@fairtrial/contracts';
import { formatCheck } from '@fairtrial/format';
import type { TurnCheck } from '../entities/turn.ts';

/** Returns at most this many UTF-16 units of a text, plus an ellipsis if it was cut; splits no surrogate pair. */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const code = text.charCodeAt(maxLength - 1);
  const isHalf = code >= 0xd800 && code <= 0xdbff;
  return `${text.slice(0, isHalf ? maxLength - 1 : maxLength)}…`;
}

/** Control characters that change the direction of the text after them. */
const BIDI_CONTROLS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/**
 * Quotes untrusted text in Markdown on one line. In a code span HTML and links stay inert, and GitHub ignores mentions,
 * which it otherwise finds even if the @ is escaped. A | would end a table cell even if escaped.
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

/** The metrics of a run in scorer order; `metadata.<field>` by name. */
export function sortMetrics(stats: Stats): readonly string[] {
  return Object.keys(stats).toSorted((a, b) => scorerOrder(a) - scorerOrder(b) || (a < b ? -1 : 1));
}

function scorerOrder(metric: string): number {
  return SCORER_ORDER.get(metric.split('.', 1)[0] ?? '') ?? SCORER_ORDER.size;
}

/** A check in words, with its result. */
export function describeCheck(check: Check | undefined, { type, ...result }: TurnCheck): string {
  return formatCheck({ ...(check ?? { [type]: '' }), ...result } as CheckResult);
}

/** One line per failed check. A check without a result has not failed. */
export function describeFailedChecks(
  checks: readonly Check[] | undefined,
  results: readonly TurnCheck[],
): string[] {
  return results.flatMap((result, at) =>
    result.passed === false ? [describeCheck(checks?.[at], result)] : [],
  );
}

/** How many interactions or conversations a report lists. */
export const WORST_SHOWN = 20;
