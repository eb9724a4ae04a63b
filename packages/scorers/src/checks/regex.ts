import {
  MAX_CHECKED_LENGTH,
  quote,
  truncate,
  truncationNote,
  type CheckOf,
  type CompiledCheck,
} from './check.ts';
import { readPattern } from './pattern.ts';

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
