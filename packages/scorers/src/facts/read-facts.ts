import { LANGUAGES, type Language } from '../language/languages.ts';
import { NUMBER_WORDS } from '../language/number-vocabulary.ts';
import type { PlainText } from '../language/read-plain.ts';
import { DATE_PATTERNS, WEEKDAY_PATTERNS } from './patterns/date-patterns.ts';
import { ID_PATTERNS, LINK_PATTERNS } from './patterns/id-patterns.ts';
import { TIME_PATTERNS } from './patterns/time-patterns.ts';
import type { Fact, FactPattern, FactValue } from './fact.ts';
import { readQuantities } from './read-quantities.ts';
import { unitOf } from './units.ts';

/** Numbers of list items, which are not facts. */
const LIST_MARKERS = /^[ \t]{0,8}\d{1,2}[.)][ \t]/gm;

/** The order matters: a number inside a longer notation belongs to that notation. */
const DIGIT_PATTERNS: readonly FactPattern[] = [
  ...DATE_PATTERNS,
  { needs: '\n', pattern: LIST_MARKERS, read: () => [] },
  ...TIME_PATTERNS,
  ...ID_PATTERNS,
];

/** After links and weekdays are removed, spans without digits only have facts at their ends. */
const NO_DIGITS = /\D+/g;
const NEAR = 40;
const HAS_DIGIT = /\d/;
const WORDED_TIME = /(?:noon|midday|midnight|mitternacht|minuit|medianoche|mezzanotte|middernacht)/;

/** Replaces text that was already read. Not a word, digit or space, so that nothing is joined across it. */
const TAKEN = '\u0001';

/** Length of the context kept on each side of a fact, in characters. */
const CONTEXT = 60;

/**
 * Extracts the hard facts of a text: numbers (also in words), amounts, measures, percentages, dates, times, weekdays,
 * e-mail addresses, URLs, ids.
 *
 * Not detected: number words and weekdays in languages that are not in the tables, digits of other scripts, names, URLs
 * without `www.` or a scheme, and dates that are relative ("tomorrow") or lack a month.
 */
export function readFacts(plain: PlainText): readonly Fact[] {
  const { text, hasWeekday } = plain;
  const facts: Fact[] = [];
  let rest = takeFacts(text, LINK_PATTERNS, { text, facts });
  if (hasWeekday) rest = takeFacts(rest, WEEKDAY_PATTERNS, { text, facts });
  let untaken = rest;
  if (HAS_DIGIT.test(rest)) {
    rest = takeFacts(rest.replace(NO_DIGITS, endsOf), DIGIT_PATTERNS, { text, facts });
    const quantities = readQuantities(rest);
    for (const { facts: found, at, end } of quantities) {
      facts.push(...found.map((fact) => place(fact, text, { at, end })));
    }
    untaken = blank(untaken, quantities);
  } else if (WORDED_TIME.test(rest)) takeFacts(rest, TIME_PATTERNS, { text, facts });
  return [...facts, ...readArticles(untaken, plain)];
}

interface Span {
  readonly at: number;
  readonly end: number;
}

function place(fact: FactValue, text: string, { at, end }: Span): Fact {
  return {
    ...fact,
    text: text.slice(at, end),
    before: text.slice(Math.max(0, at - CONTEXT), at),
    after: text.slice(end, end + CONTEXT),
  };
}

/** Blanks spans of the text; the spans must be in text order. */
function blank(text: string, spans: readonly Span[]): string {
  const parts: string[] = [];
  let done = 0;
  for (const { at, end } of spans) {
    parts.push(text.slice(done, at), TAKEN.repeat(end - at));
    done = end;
  }
  return `${parts.join('')}${text.slice(done)}`;
}

/** Keeps the length, so that positions in the text do not change. */
function endsOf(stretch: string): string {
  if (stretch.length <= 2 * NEAR) return stretch;
  return `${stretch.slice(0, NEAR)}${' '.repeat(stretch.length - 2 * NEAR)}${stretch.slice(-NEAR)}`;
}

interface Reading {
  /** The whole text, for the context of facts. */
  readonly text: string;
  readonly facts: Fact[];
}

/** Adds the facts that the patterns find and returns the remaining text, at the same length. */
function takeFacts(start: string, patterns: readonly FactPattern[], reading: Reading): string {
  const { text, facts } = reading;
  return patterns.reduce((rest, { needs, pattern, read }) => {
    if (needs !== undefined && !rest.includes(needs)) return rest;
    return rest.replace(pattern, (...found: (string | undefined)[]) => {
      const [all = ''] = found;
      const more = read(found);
      if (more === undefined) return all;
      const at = Number(found.at(-2));
      facts.push(...more.map((fact) => place(fact, text, { at, end: at + all.length })));
      return TAKEN.repeat(all.length);
    });
  }, start);
}

const ARTICLES: ReadonlyMap<Language, RegExp> = new Map(
  LANGUAGES.map((language) => {
    const one = [...NUMBER_WORDS[language].one].join('|');
    return [language, new RegExp(String.raw`(?<![\p{L}\d'-])(?:${one}) (?=(\p{L}{2,20}))`, 'gu')];
  }),
);

/** Reads "one bag" and "a week" as counts of 1, which the other text may write in digits. */
function readArticles(rest: string, { text, language }: PlainText): readonly Fact[] {
  const pattern = ARTICLES.get(language);
  if (pattern === undefined) return [];
  return [...rest.matchAll(pattern)].map(({ 0: all, 1: noun = '', index }) => {
    const unit = unitOf(noun);
    const end = index + all.length + (unit === undefined ? 0 : noun.length);
    const measure = unit && { unit, detail: unit.name };
    const kind = unit === undefined ? 'number' : 'measure';
    return place({ kind, value: '1', ...measure, isWeak: true }, text, { at: index, end });
  });
}
