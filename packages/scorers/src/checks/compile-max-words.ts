import { normalise } from '../text/normalise.ts';
import { tokenise } from '../text/tokenise.ts';
import type { CheckOf, Compiled } from './check.ts';
import { headOf, LOOKED_AT, ofTheFirst } from './text-limits.ts';

/** `max_words`: how long the reply may be, in scripts without spaces too. */
export function compileMaxWords({ max }: CheckOf<'max_words'>): Compiled {
  return {
    state: 'ready',
    check({ text }) {
      const words = tokenise(normalise(headOf(text, LOOKED_AT))).length;
      const cut = ofTheFirst(text, LOOKED_AT);
      return { passed: words <= max, detail: `${words} words${cut}, at most ${max} are allowed` };
    },
  };
}
