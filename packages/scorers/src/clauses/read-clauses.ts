import type { Language } from '../language/languages.ts';
import type { PlainText } from '../language/read-plain.ts';
import { oppositeOf, type Opposite } from './opposites.ts';
import { answerOf, isDenial, isNegation, isOpen } from './polarity-words.ts';

/** Words that carry little meaning, in all languages, including the remains of "n't" and of elisions. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  [
    'a an the this that these those it its he she they them we us our you your i my me is are was were be been being am do does did done has have had will would can could may might shall should must ca wo to of in on at by for from as or nor and but so then there here please any anything some yes also too very just now still',
    'der die das den dem des ein eine einen einem einer eines und oder aber sie ihr ihre ihren ihrem ihnen wir uns unser unsere ich es er ist sind war waren wird werden wurde kann können konnte muss müssen darf dürfen soll sollen hat haben habe zu zum zur von im in am an auf für bei aus als auch bitte leider ja dann noch',
    'le la les un une des du de d l et ou mais vous votre vos nous notre je il elle ils ce cette ces est sont était être a ont avez peut pouvez peuvent doit devez à au aux en dans sur pour par que qui se s y oui',
    'el los las unos una uno del al y o pero usted su sus nosotros yo él ella es son está están ser se puede pueden debe ha han hay en de para por que lo le les sí',
    'il lo gli i uno di del della dei delle al alla alle nel nella e o ma lei suo sua noi io è sono essere si può possono deve ha hanno che per da su ci sì',
    'het een en of maar u uw wij we ons ik is zijn wordt worden kan kunt kunnen moet moeten mag heeft hebben te van op aan in er ja dat die',
    'os as um uma do da dos das no na nos nas ao aos o a e ou mas você seu sua nós eu ele ela é são está ser pode podem deve foi há que para por com em de sim',
  ].flatMap((line) => line.split(' ')),
);

/** A part of a sentence with a single statement. */
export interface Clause {
  readonly text: string;
  /** Prefixes of the content words. */
  readonly stems: ReadonlySet<string>;
  /** Numbers, which restrict the scope of a clause: "up to 90 days". */
  readonly numbers: ReadonlySet<string>;
  readonly isNegated: boolean;
  /** Words that make the polarity ambiguous. */
  readonly open: ReadonlySet<string>;
  /** Sides of words that have an opposite, by pair. */
  readonly opposites: ReadonlyMap<string, Opposite['side']>;
}

export interface ReadClauses {
  readonly clauses: readonly Clause[];
  /** Set if the text begins with yes or no. */
  readonly answer: 'yes' | 'no' | undefined;
}

/** More clauses than the longest human-written texts have. */
const MAX_CLAUSES = 1000;
const STEM = 5;
const MAX_TEXT = 120;

/** Words, numbers, and punctuation that ends a clause. */
const TOKEN = /\p{L}+|\d+(?:[.,:]\d+)*|[.,!?;:\n()|•–—]/gu;
const BREAKS: ReadonlySet<string> = new Set(
  '. , ! ? ; : ( ) | • – — but and if because while when so which aber und wenn falls weil dass mais et si car pero y porque ma e se perché maar en als omdat mas'
    .split(' ')
    .concat('\n'),
);
const ANSWER = /^\s*(\p{L}+)\s*(?:[.,!:;\n–—-]|$)/u;

/** Other spellings of negations, and "no. 17", which is not a negation. */
const REWRITTEN: readonly (readonly [string, RegExp, string])[] = [
  ["n't", /n't(?!\p{L})/gu, ' not'],
  ['unless', /(?<!\p{L})unless(?!\p{L})/gu, 'if not'],
  ['tenzij', /(?<!\p{L})tenzij(?!\p{L})/gu, 'als niet'],
  ['free', /(?<=\p{L})-free(?!\p{L})|(?<!\p{L})free (?:of|from)(?!\p{L})/gu, ' freeof'],
  ['no.', /(?<!\p{L})no\. ?(?=\d)/gu, 'number '],
];

/**
 * Splits a text into statements without understanding it. Does not detect irony, negations outside the word lists, or
 * other languages.
 */
export function readClauses({ text, language }: PlainText): ReadClauses {
  const clauses: Clause[] = [];
  const plain = REWRITTEN.reduce(
    (rest, [needs, pattern, by]) => (rest.includes(needs) ? rest.replace(pattern, by) : rest),
    text,
  );
  let words: string[] = [];
  let start = 0;
  const endClause = (end: number): void => {
    if (words.length > 0) clauses.push(readClause(plain.slice(start, end), words, language));
    words = [];
  };
  for (const { 0: token, index } of plain.matchAll(TOKEN)) {
    if (BREAKS.has(token)) {
      endClause(index);
      start = index + token.length;
      if (clauses.length >= MAX_CLAUSES) break;
    } else words.push(token);
  }
  endClause(plain.length);
  return { clauses, answer: answerOf(ANSWER.exec(text)?.[1] ?? '') };
}

/**
 * Shared empty values: most clauses have no numbers, open words or opposites, and an empty set takes as much memory as
 * the clause itself.
 */
const NONE: ReadonlySet<string> = new Set();
const NO_OPPOSITES: Clause['opposites'] = new Map();

function readClause(text: string, words: readonly string[], language: Language): Clause {
  const stems = new Set<string>();
  let numbers: Set<string> | undefined;
  let open: Set<string> | undefined;
  let opposites: Map<string, Opposite['side']> | undefined;
  let [isNegated, isDenied] = [false, false];
  words.forEach((word, at) => {
    const opposite = oppositeOf(word, language);
    if (isNegation(words, at, language)) isNegated = true;
    else if (word === 'freeof' || isDenial(word, language)) isDenied = true;
    else if (isOpen(word)) (open ??= new Set()).add(word);
    else if (opposite !== undefined) addOpposite((opposites ??= new Map()), opposite);
    else if (/^\d/.test(word)) (numbers ??= new Set()).add(word);
    else if (word.length > 1 && !STOP_WORDS.has(word)) stems.add(word.slice(0, STEM));
  });
  return {
    text: text.trim().slice(0, MAX_TEXT).replaceAll('freeof', 'free of'),
    stems,
    numbers: numbers ?? NONE,
    isNegated: isNegated !== isDenied,
    open: open ?? NONE,
    opposites: opposites ?? NO_OPPOSITES,
  };
}

/** A clause with both sides of a pair ("before and after") counts as having neither. */
function addOpposite(opposites: Map<string, Opposite['side']>, { pair, side }: Opposite): void {
  const known = opposites.get(pair);
  if (known === undefined) opposites.set(pair, side);
  else if (known !== side) opposites.delete(pair);
}
