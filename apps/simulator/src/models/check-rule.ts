import { normalise, readText } from '@fairtrial/scorers';

/** Words with which checks speak about the assistant, and long words without a meaning of their own. */
const IGNORED_WORDS = new Set(
  `asks says tells names mentions offers gives promises explains states answers replies uses assistant customer user reply
  about that this with from before after they them their dass eine einen fragt nennt sagt bietet verspricht erklärt demande propose
  indique promet pregunta ofrece dice promete menciona chiede offre promette`.split(/\s+/),
);

/** `t` is what normalisation leaves of `n't`. */
const NEGATIONS = new Set(
  `not no never cannot without t nicht kein keine keinen nie ne pas jamais nunca não non nie не нет никогда`.split(
    ' ',
  ),
);
const NEGATION_WITHOUT_SPACES = /[不没無]|ない|ません|않|못/;

const PHRASE = /["“„«「]([^"”“»」]+)["”“»」]/g;
const CONDITION = /^(?:if|falls|wenn|si|se)\s+([^,]+),\s*(.+)$/iu;
const SPACED_SCRIPT = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]+$/u;
const STEM_LENGTH = 4;

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/** The condition of a check like `If the user asks about fees, names the fee`, and the rest of it. */
export function splitCondition(check: string): { condition: string | undefined; rule: string } {
  const [, condition, rule] = CONDITION.exec(check.trim()) ?? [];
  return { condition, rule: rule ?? check };
}

/** False if the rule cannot decide a check, because it has neither a phrase nor a word that counts. */
export function isDecidable(check: string): boolean {
  return phrasesOf(check).length > 0 || stemsOf(check).length > 0;
}

/**
 * Returns the sentences of a text that do what a check describes; an empty list if the text does not. A check with
 * phrases in quotation marks holds if the text has all of them. Any other check holds if the text has all its words of
 * four letters or more and its numbers, in sentences that are negated only if the check is. Words are the same if their
 * first four letters are.
 */
export function findEvidence(check: string, text: string): readonly string[] {
  const phrases = phrasesOf(check);
  const all = [...sentences.segment(text)].map(({ segment }) => segment.trim());
  if (phrases.length > 0) {
    const isSaid = phrases.every((phrase) => normalise(text).includes(phrase));
    return isSaid ? [all.find((one) => normalise(one).includes(phrases[0] ?? '')) ?? text] : [];
  }
  const wanted = stemsOf(check);
  const candidates = all.filter((one) => isNegated(one) === isNegated(check));
  const found = candidates.filter((one) => stemsOf(one).some((stem) => wanted.includes(stem)));
  const said = new Set(found.flatMap(stemsOf));
  return wanted.length > 0 && wanted.every((stem) => said.has(stem)) ? found : [];
}

function phrasesOf(check: string): readonly string[] {
  return [...check.matchAll(PHRASE)].map(([, phrase = '']) => normalise(phrase));
}

function stemsOf(text: string): readonly string[] {
  return readText(text)
    .tokens.filter((word) => counts(word))
    .map((word) => word.slice(0, STEM_LENGTH));
}

function counts(word: string): boolean {
  if (IGNORED_WORDS.has(word) || NEGATIONS.has(word)) return false;
  return /\p{N}/u.test(word) || word.length >= (SPACED_SCRIPT.test(word) ? STEM_LENGTH : 2);
}

function isNegated(text: string): boolean {
  return (
    NEGATION_WITHOUT_SPACES.test(text) || readText(text).tokens.some((word) => NEGATIONS.has(word))
  );
}
