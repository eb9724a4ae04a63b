import type { Language } from './languages.ts';

/**
 * Negation words by language. They are kept per language because the same word has other meanings elsewhere: Portuguese
 * "no" is "in the", Italian "ne" is "of it".
 */
export const NEGATION_WORDS: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: toSet(
    'no not never none nobody nothing nowhere neither nor cannot non cant dont wont doesnt didnt isnt arent wasnt werent couldnt wouldnt shouldnt hasnt havent',
  ),
  de: toSet(
    'nicht nichts nie niemals niemand nirgends kein keine keinen keinem keiner keines weder nein',
  ),
  fr: toSet('ne n non pas jamais rien aucun aucune ni'),
  es: toSet('no nunca jamás nadie ningún ninguno ninguna tampoco ni'),
  it: toSet('no non nessun nessuno nessuna né neanche nemmeno neppure'),
  nl: toSet('niet geen nooit niets niemand nergens noch nee'),
  pt: toSet('não nem nenhum nenhuma nunca jamais ninguém nada'),
};

function toSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}
