import type { CheckOf, Compiled } from './check.ts';
import { looseText } from './loose-text.ts';
import { headOf, LOOKED_AT, ofTheFirst, quote } from './text-limits.ts';

/** `contains` and `not_contains`: whether a piece of text is in the reply. */
export function compileContains({
  type,
  value,
  case_sensitive: isCaseSensitive = false,
}: CheckOf<'contains' | 'not_contains'>): Compiled {
  const fold = (text: string): string =>
    isCaseSensitive ? looseText(text) : looseText(text).toLowerCase();
  const wanted = fold(value);
  return {
    state: 'ready',
    check({ text }) {
      const isFound = fold(headOf(text, LOOKED_AT)).includes(wanted);
      return {
        passed: isFound === (type === 'contains'),
        detail: `${quote(value)} is ${isFound ? '' : 'not '}in the reply${ofTheFirst(text, LOOKED_AT)}`,
      };
    },
  };
}
