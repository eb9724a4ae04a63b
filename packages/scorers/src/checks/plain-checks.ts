import { normalizeText } from '@fairtrial/contracts';
import {
  MAX_CHECKED_LENGTH,
  quote,
  truncate,
  truncationNote,
  type CheckOf,
  type CompiledCheck,
} from './check.ts';
import { readPattern } from './pattern.ts';
import { normalise, tokenise } from '../text/normalise.ts';

/** `contains` and `not_contains`: passes if the reply contains, or does not contain, a text. */
export function compileContains(check: CheckOf<'contains' | 'not_contains'>): CompiledCheck {
  const isWanted = 'contains' in check;
  const value = isWanted ? check.contains : check.not_contains;
  const { case_sensitive: isCaseSensitive = false } = check;
  const fold = (text: string): string =>
    isCaseSensitive ? foldTypography(text) : foldTypography(text).toLowerCase();
  const wanted = fold(value);
  return {
    state: 'ready',
    check({ text }) {
      const isFound = fold(truncate(text, MAX_CHECKED_LENGTH)).includes(wanted);
      return {
        passed: isFound === isWanted,
        detail: `${quote(value)} is ${isFound ? '' : 'not '}in the reply${truncationNote(text, MAX_CHECKED_LENGTH)}`,
      };
    },
  };
}

const FOLDINGS: readonly (readonly [RegExp, string])[] = [
  [/[‘’‚‛′]/g, "'"],
  [/[“”„‟″]/g, '"'],
  [/[‐‑‒–—―−]/g, '-'],
  [/\s+/g, ' '],
];

/**
 * Folds variants of letters, quotes, dashes and spaces. Unlike in scores, punctuation and symbols are kept: otherwise
 * '€5' would be found in '15 days'.
 */
function foldTypography(text: string): string {
  const normal = normalizeText(text, 'NFKC');
  return FOLDINGS.reduce((folded, [from, to]) => folded.replace(from, to), normal);
}

/** `regex`: passes if the reply has a match. Runs in linear time. */
export function compileRegex({ regex: source }: CheckOf<'regex'>): CompiledCheck {
  const pattern = readPattern(source);
  if (typeof pattern === 'string') return { state: 'refused', detail: pattern };
  const maxLength = Math.min(MAX_CHECKED_LENGTH, pattern.maxLength);
  return {
    state: 'ready',
    check({ text }) {
      const found = pattern.find(truncate(text, maxLength));
      const note = truncationNote(text, maxLength);
      return found === undefined
        ? { passed: false, detail: `nothing in the reply${note} matches ${quote(source)}` }
        : { passed: true, detail: `${quote(found)} matches ${quote(source)}` };
    },
  };
}

/** `max_words`: maximum number of words in the reply; also supports scripts without spaces. */
export function compileMaxWords({ max_words: max }: CheckOf<'max_words'>): CompiledCheck {
  return {
    state: 'ready',
    check({ text }) {
      // Normalisation can expand one character to eighteen, so the length is limited before and after.
      const folded = normalise(truncate(text, MAX_CHECKED_LENGTH));
      const words = tokenise(truncate(folded, MAX_CHECKED_LENGTH)).length;
      const note = truncationNote(text, MAX_CHECKED_LENGTH);
      return { passed: words <= max, detail: `${words} words${note}, at most ${max} are allowed` };
    },
  };
}

/** `latency_ms`: maximum latency of the reply. */
export function compileLatencyMs({ latency_ms: max }: CheckOf<'latency_ms'>): CompiledCheck {
  return {
    state: 'ready',
    check: ({ latencyMs }) => ({
      passed: latencyMs <= max,
      detail: `it took ${latencyMs} ms, at most ${max} are allowed`,
    }),
  };
}
