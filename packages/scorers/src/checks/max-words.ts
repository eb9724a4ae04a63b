import { normalise, tokenise } from '../text/normalise.ts';
import {
  MAX_CHECKED_LENGTH,
  truncate,
  truncationNote,
  type CheckOf,
  type CompiledCheck,
} from './check.ts';

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
