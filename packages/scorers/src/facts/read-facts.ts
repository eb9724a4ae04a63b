import { DATE_PATTERNS } from './date-patterns.ts';
import type { Fact, FactPattern } from './fact.ts';
import { ID_PATTERNS } from './id-patterns.ts';
import { LINK_PATTERNS } from './link-patterns.ts';
import { QUANTITY_PATTERNS } from './quantity-patterns.ts';
import { TIME_PATTERNS } from './time-patterns.ts';

/** The numbers of a list are no facts. */
const LIST_MARKERS = /^[ \t]{0,8}\d{1,2}[.)][ \t]/gm;

/** A number in a longer notation is part of it: the order matters. */
const DIGIT_PATTERNS: readonly FactPattern[] = [
  ...DATE_PATTERNS,
  { needs: '\n', pattern: LIST_MARKERS, read: () => [] },
  ...TIME_PATTERNS,
  ...QUANTITY_PATTERNS,
  ...ID_PATTERNS,
];

const MAY_HAVE_FACTS = /[0-9@０-９]|www\.|:\/\//i;

/** Separators of thousands that NFKC would make a space, or that would end a number. */
const GROUPING = /(?<=\d)[\u00a0\u2009\u202f'’](?=\d{3}(?!\d))/g;
const ORDINALS = /[ºª]/g;

/** Stretches without a digit have facts at their ends only, once the links are out. */
const NO_DIGITS = /\D+/g;
const NEAR = 40;

/**
 * The hard facts of a text: numbers, amounts, percentages, dates, times, e-mail addresses, URLs, ids.
 *
 * What it cannot see: numbers in words, digits of other scripts, names, addresses without `www.` or a
 * scheme, dates that are relative ("tomorrow") or lack a month, months in languages that are not in the table.
 */
export function readFacts(text: string): readonly Fact[] {
  if (!MAY_HAVE_FACTS.test(text)) return [];
  const facts: Fact[] = [];
  const plain = text.replace(GROUPING, '').replace(ORDINALS, '').normalize('NFKC').toLowerCase();
  const unlinked = takeFacts(plain, LINK_PATTERNS, facts);
  const near = unlinked.replace(NO_DIGITS, endsOf);
  takeFacts(near, DIGIT_PATTERNS, facts);
  return facts;
}

function endsOf(stretch: string): string {
  if (stretch.length <= 2 * NEAR) return stretch;
  return `${stretch.slice(0, NEAR)} ${stretch.slice(-NEAR)}`;
}

/** Adds what the patterns read, and gives the text that is left. */
function takeFacts(text: string, patterns: readonly FactPattern[], facts: Fact[]): string {
  return patterns.reduce((rest, { needs, pattern, read }) => {
    if (needs !== undefined && !rest.includes(needs)) return rest;
    return rest.replace(pattern, (...found: (string | undefined)[]) => {
      const more = read(found);
      if (more === undefined) return found[0] ?? '';
      facts.push(...more);
      return ' ';
    });
  }, text);
}
