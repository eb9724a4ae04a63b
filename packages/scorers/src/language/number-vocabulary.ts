import { LANGUAGES, type Language } from './languages.ts';

/** Number words of a language, without accents. */
export interface NumberWords {
  /** Numbers from 2, as one word or several separated by spaces: "fifty two", "zweiundfunfzig". */
  readonly phrases: ReadonlyMap<string, number>;
  /** Maximum number of words in a phrase. */
  readonly longest: number;
  /** Words that multiply the preceding number: hundred, thousand. */
  readonly multipliers: ReadonlyMap<string, number>;
  /** The word between hundreds and the rest: "two hundred and five". */
  readonly and: string;
  /** Words for 1, which are also articles. */
  readonly one: ReadonlySet<string>;
  /** All single words that occur in phrases or as multipliers. */
  readonly words: ReadonlySet<string>;
}

/** 0 to 19 (if the language has words for them), then the tens from 20 on, then the words of 1, hundred, thousand, "and". */
interface Table {
  readonly small: string;
  readonly tens: string;
  readonly one: string;
  readonly multipliers: Readonly<Record<string, number>>;
  readonly and: string;
  /** Joins tens and a digit. */
  readonly join: (ten: string, unit: string) => readonly string[];
  /** Other spellings and irregular numbers. */
  readonly others?: Readonly<Record<string, number>>;
  /** Set if numbers up to 999 are written as one word. */
  readonly isOneWord?: true;
}

const TABLES: Readonly<Record<Language, Table>> = {
  en: {
    small:
      'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
    tens: 'twenty thirty forty fifty sixty seventy eighty ninety',
    one: 'one a an',
    multipliers: { hundred: 100, thousand: 1000, million: 1e6 },
    and: 'and',
    join: (ten, unit) => [`${ten} ${unit}`, `${ten}${unit}`],
    others: { dozen: 12, twice: 2, thrice: 3, ...englishOrdinals() },
  },
  de: {
    small:
      'null ein zwei drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn achtzehn neunzehn',
    tens: 'zwanzig dreissig vierzig funfzig sechzig siebzig achtzig neunzig',
    one: 'ein eine einen einem einer eines',
    multipliers: { hundert: 100, tausend: 1000 },
    and: 'und',
    join: (ten, unit) => [`${unit}und${ten}`],
    others: {
      dutzend: 12,
      anderthalb: 1.5,
      eineinhalb: 1.5,
      zweieinhalb: 2.5,
      zweimal: 2,
      dreimal: 3,
      viermal: 4,
    },
    isOneWord: true,
  },
  fr: {
    small:
      'zero un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize',
    tens: 'vingt trente quarante cinquante soixante septante quatre-vingt nonante',
    one: 'un une',
    multipliers: { cent: 100, cents: 100, mille: 1000 },
    and: 'et',
    join: (ten, unit) => [unit === 'un' ? `${ten} et un` : `${ten} ${unit}`],
    others: frenchOthers(),
  },
  es: {
    small:
      'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve',
    tens: 'veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa',
    one: 'un una uno',
    multipliers: { mil: 1000 },
    and: 'y',
    join: (ten, unit) =>
      ten === 'veinte'
        ? [`veinti${unit}`]
        : [`${ten} y ${unit}`, `${ten} y un`].slice(0, unit === 'uno' ? 2 : 1),
    others: hundreds(
      'cien ciento|doscient|trescient|cuatrocient|quinient|seiscient|setecient|ochocient|novecient',
    ),
  },
  it: {
    small:
      'zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove',
    tens: 'venti trenta quaranta cinquanta sessanta settanta ottanta novanta',
    one: 'un una uno',
    multipliers: { cento: 100, mille: 1000, mila: 1000 },
    and: 'e',
    join: (ten, unit) => [/^[uo]/.test(unit) ? `${ten.slice(0, -1)}${unit}` : `${ten}${unit}`],
    isOneWord: true,
  },
  nl: {
    small:
      'nul een twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien',
    tens: 'twintig dertig veertig vijftig zestig zeventig tachtig negentig',
    one: 'een',
    multipliers: { honderd: 100, duizend: 1000 },
    and: 'en',
    join: (ten, unit) => [`${unit}en${ten}`],
    others: { anderhalf: 1.5, anderhalve: 1.5, tweemaal: 2, driemaal: 3 },
    isOneWord: true,
  },
  pt: {
    small:
      'zero um dois tres quatro cinco seis sete oito nove dez onze doze treze quatorze quinze dezesseis dezessete dezoito dezenove',
    tens: 'vinte trinta quarenta cinquenta sessenta setenta oitenta noventa',
    one: 'um uma',
    multipliers: { mil: 1000 },
    and: 'e',
    join: (ten, unit) => [`${ten} e ${unit}`, ...(unit === 'dois' ? [`${ten} e duas`] : [])],
    others: {
      duas: 2,
      catorze: 14,
      dezasseis: 16,
      dezassete: 17,
      dezanove: 19,
      ...hundreds(
        'cem cento|duzent|trezent|quatrocent|quinhent|seiscent|setecent|oitocent|novecent',
      ),
    },
  },
};

function frenchOthers(): Record<string, number> {
  const others: Record<string, number> = {
    'quatre vingts': 80,
    'quatre vingt un': 81,
    'soixante et onze': 71,
  };
  const small = 'dix onze douze treize quatorze quinze seize'.split(' ');
  const teens = [...small, 'dix sept', 'dix huit', 'dix neuf'];
  teens.forEach((teen, at) => {
    others[`soixante ${teen}`] = 70 + at;
    others[`quatre vingt ${teen}`] = 90 + at;
    if (at >= 7) others[teen] = 10 + at;
  });
  return others;
}

/** From 4 on: "first" counts steps, and "second" and "third" have other meanings. */
function englishOrdinals(): Record<string, number> {
  const ordinals: Record<string, number> = {};
  const words =
    'fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth';
  words.split(' ').forEach((word, at) => (ordinals[word] = at + 4));
  'first second third fourth fifth sixth seventh eighth ninth'
    .split(' ')
    .forEach((word, at) => (ordinals[`twenty ${word}`] = at + 21));
  return { ...ordinals, thirtieth: 30, 'thirty first': 31 };
}

/** The words before the first bar are for 100; the others are stems that end in -os or -as. */
function hundreds(stems: string): Record<string, number> {
  const [first = '', ...others] = stems.split('|');
  return Object.fromEntries([
    ...first.split(' ').map((word) => [word, 100] as const),
    ...others.flatMap((stem, at) =>
      ['os', 'as'].map((ending) => [`${stem}${ending}`, (at + 2) * 100] as const),
    ),
  ]);
}

function createNumberWords(table: Table): NumberWords {
  const phrases = new Map<string, number>();
  const small = table.small.split(' ');
  const tens = table.tens
    .replace('-', '\u0000')
    .split(' ')
    .map((ten) => ten.replace('\u0000', ' '));
  small.forEach((word, value) => value !== 1 && phrases.set(word, value));
  tens.forEach((ten, at) => {
    phrases.set(ten, (at + 2) * 10);
    small.slice(1, 10).forEach((unit, by) => {
      for (const joined of table.join(ten, unit)) phrases.set(joined, (at + 2) * 10 + by + 1);
    });
  });
  for (const [word, value] of Object.entries(table.others ?? {})) phrases.set(word, value);
  if (table.isOneWord === true) addHundreds(phrases, table);
  const words = [...phrases.keys()].flatMap((phrase) => phrase.split(' '));
  const { multipliers, and } = table;
  return {
    phrases,
    longest: Math.max(...[...phrases.keys()].map((phrase) => phrase.split(' ').length)),
    multipliers: new Map(Object.entries(multipliers)),
    and,
    one: new Set(table.one.split(' ')),
    words: new Set([...words, ...Object.keys(multipliers)].filter((word) => word !== and)),
  };
}

/** Adds 100 to 999 and whole thousands as single words: "zweihundertfunf", "duecentocinque". */
function addHundreds(phrases: Map<string, number>, table: Table): void {
  const [hundred = '', ...thousands] = Object.keys(table.multipliers);
  const below = [...phrases].filter(([, value]) => value < 100 && Number.isInteger(value));
  const digits = below.filter(([, value]) => value > 1 && value < 10);
  const [one = ''] = table.one.split(' ');
  for (const [digit, value] of [['', 1], [one, 1], ...digits] as const) {
    phrases.set(`${digit}${hundred}`, value * 100);
    for (const [rest, by] of below) phrases.set(`${digit}${hundred}${rest}`, value * 100 + by);
  }
  for (const [head, value] of below) {
    if (value > 1) for (const word of thousands) phrases.set(`${head}${word}`, value * 1000);
  }
}

export const NUMBER_WORDS = Object.fromEntries(
  LANGUAGES.map((language) => [language, createNumberWords(TABLES[language])]),
) as Readonly<Record<Language, NumberWords>>;
