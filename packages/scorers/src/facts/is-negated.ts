import { HARMLESS_PHRASES, NEGATION_WORDS } from './negation-words.ts';

/**
 * Whether anything in a text is negated: as much of its polarity as can be seen without understanding
 * it. What it cannot see: which statement is negated where another one is too, two negations that
 * cancel out, opposites ("refused", "impossible", "too late"), irony, and languages that are not in
 * the list.
 */
export function isNegated(tokens: readonly string[]): boolean {
  return tokens.some(
    (token, at) => isNegation(token, tokens[at - 1] ?? '') && !isHarmless(tokens, at),
  );
}

/** `t` is what is left of "n't". */
function isNegation(token: string, before: string): boolean {
  return NEGATION_WORDS.has(token) || (token === 't' && before.endsWith('n'));
}

function isHarmless(tokens: readonly string[], at: number): boolean {
  const [before = '', token = '', next = '', second = ''] = [-1, 0, 1, 2].map(
    (by) => tokens[at + by],
  );
  if (token === 'no' && /^\d/.test(next)) return true; // "no. 17"
  return [`${before} ${token}`, `${token} ${next}`, `${token} ${next} ${second}`].some((phrase) =>
    HARMLESS_PHRASES.has(phrase),
  );
}
