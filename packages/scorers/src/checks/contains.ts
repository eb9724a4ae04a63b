import { normalizeText } from '@fairtrial/contracts';
import {
  MAX_CHECKED_LENGTH,
  quote,
  truncate,
  truncationNote,
  type CheckOf,
  type CompiledCheck,
} from './check.ts';

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
