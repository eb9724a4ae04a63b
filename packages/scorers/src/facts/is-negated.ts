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

/**
 * Words that turn a statement round, as tokens: punctuation is gone, "can't" is "can" and "t".
 *
 * Left out because they say something else elsewhere: French `ne`, `plus`, `personne` (Italian "of it",
 * "more", "person"), Italian `mai` (the month), Spanish `nada` ("de nada"). They come with another word
 * of this list nearly always; French "ne … plus" does not.
 */
const NEGATION_WORDS: ReadonlySet<string> = new Set(
  [
    // English
    'no not never none nobody nothing nowhere neither nor cannot without unable',
    'cant dont wont doesnt didnt isnt arent wasnt werent couldnt wouldnt shouldnt hasnt havent',
    // German
    'nicht nichts nie niemals niemand nirgends kein keine keinen keinem keiner keines weder ohne',
    // French
    'non pas jamais rien aucun aucune ni sans',
    // Spanish
    'nunca jamás nadie ningún ninguno ninguna tampoco sin',
    // Italian
    'nessun nessuno nessuna né neanche nemmeno neppure senza',
    // Dutch, Portuguese
    'niet geen nooit não nem nenhum nenhuma sem',
  ].flatMap((line) => line.split(' ')),
);

/** Phrases with such a word that turn nothing round. */
const HARMLESS_PHRASES: ReadonlySet<string> = new Set([
  'no problem',
  'no problems',
  'no worries',
  'no doubt',
  'no longer than',
  'no later than',
  'not only',
  'not least',
  'not to worry',
  'kein problem',
  'keine ursache',
  'keine sorge',
  'nicht nur',
  'ohne weiteres',
  'pas de problème',
  'pas de souci',
  'pas seulement',
  'non seulement',
  'de rien',
  'sin problema',
  'sin problemas',
  'sin duda',
  'ningún problema',
  'no solo',
  'no sólo',
  'nessun problema',
  'non solo',
  'senza dubbio',
  'geen probleem',
  'sem problema',
]);
