import type { CheckOf, Compiled } from './check.ts';
import { readPattern } from './pattern.ts';
import { headOf, LOOKED_AT, ofTheFirst, quote } from './text-limits.ts';

/** `regex`: whether the reply has a match, in time that only grows with its length. */
export function compileRegex({ pattern: source }: CheckOf<'regex'>): Compiled {
  const pattern = readPattern(source);
  if (typeof pattern === 'string') return { state: 'refused', field: 'pattern', detail: pattern };
  const looked = Math.min(LOOKED_AT, pattern.longest);
  return {
    state: 'ready',
    check({ text }) {
      const found = pattern.find(headOf(text, looked));
      const cut = ofTheFirst(text, looked);
      return found === undefined
        ? { passed: false, detail: `nothing in the reply${cut} matches ${quote(source)}` }
        : { passed: true, detail: `${quote(found)} matches ${quote(source)}` };
    },
  };
}
