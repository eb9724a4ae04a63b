import { asksForSomething } from './speech-acts.ts';
import { sentencesOf, stemOf, stemsOf } from './stems.ts';
import { readText } from '@fairtrial/scorers';

/** What a user knows. */
export interface KnownFact {
  readonly name: string;
  readonly value: string;
}

/** Words that many facts have in their names. */
const GENERIC = new Set(
  'number nummer numero numéro nr no code id name nom nombre nome date datum time value address adresse'
    .split(' ')
    .map(stemOf),
);

/** Stems of the words of a name; `card_number`, `cardNumber` and `card number` have the same. */
export function nameStems({ name }: Pick<KnownFact, 'name'>): readonly string[] {
  const spaced = name.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2');
  return [...new Set(wordsOf(spaced).map(stemOf))];
}

/** German compounds of such words are two words: `Kartennummer`. */
const COMPOUND = /(?<=\p{L}{3})(nummer|name|datum|adresse)$/u;

function wordsOf(text: string): readonly string[] {
  return readText(text).tokens.flatMap((word) => word.replace(COMPOUND, ' $1').split(' '));
}

function specificStems(fact: KnownFact): readonly string[] {
  const all = nameStems(fact);
  const specific = all.filter((stem) => !GENERIC.has(stem));
  return specific.length > 0 ? specific : all;
}

/** True if a sentence names a fact: all words of its name, or one that is specific enough. */
export function namesFact(sentence: string, fact: KnownFact): boolean {
  const words = new Set(wordsOf(sentence).map(stemOf));
  return specificStems(fact).some((stem) => words.has(stem));
}

/** The sentences of a reply that ask for something. */
export function questionsIn(reply: string): readonly string[] {
  return sentencesOf(reply).filter(asksForSomething);
}

/** The facts that a reply asks for by name. */
export function factsAskedFor(reply: string, facts: readonly KnownFact[]): readonly KnownFact[] {
  const questions = questionsIn(reply);
  return facts.filter((fact) => questions.some((question) => namesFact(question, fact)));
}

/** The facts that could answer a reply that asks for `a number` or `a name`. */
export function factsOfKind(reply: string, facts: readonly KnownFact[]): readonly KnownFact[] {
  const words = new Set(questionsIn(reply).flatMap((one) => wordsOf(one).map(stemOf)));
  return facts.filter((fact) =>
    nameStems(fact).some((stem) => GENERIC.has(stem) && words.has(stem)),
  );
}

/** True if a text tells the value of a fact. */
export function tellsFact(text: string, { value }: KnownFact): boolean {
  const said = new Set(stemsOf(text));
  const stems = stemsOf(value);
  return stems.length > 0
    ? stems.every((stem) => said.has(stem))
    : text.toLowerCase().includes(value.toLowerCase());
}
