import { LANGUAGES, type Language } from '../language/languages.ts';

/** Pairs of opposites by language; synonyms on one side are separated by commas. */
const OPPOSITES: Readonly<Record<Language, readonly string[]>> = {
  en: [
    'longer shorter',
    'more less,fewer',
    'with without',
    'before after',
    'above,over,exceeding below,under',
    'higher lower',
    'larger,bigger smaller',
    'increase,increases,increased,rise,rises,raised decrease,decreases,decreased,fall,falls,lowered,reduced',
    'earlier,sooner later',
    'minimum maximum',
    'least most',
    'open,opened,opens close,closed,closes',
    'cheaper dearer,pricier,expensive',
    'left right',
    'first last',
    'always never',
    'enable,enabled disable,disabled',
    'inside outside',
    'early late',
    'faster slower',
    'safe dangerous,unsafe',
    'same different',
    'accept,accepts,accepted reject',
    'included,includes,include exclude',
    'up down',
    'hot cold',
    'valid invalid',
    'active inactive',
  ],
  de: [
    'länger kürzer',
    'mehr weniger',
    'mit ohne',
    'vor nach',
    'über unter',
    'höher niedriger',
    'größer kleiner',
    'erhöht,steigt,erhöhen gesenkt,sinkt,senken',
    'früher später',
    'mindestens höchstens',
    'geöffnet,offen,öffnet geschlossen,schließt',
    'billiger,günstiger teurer',
    'links rechts',
    'immer nie',
    'gültig ungültig',
  ],
  fr: [
    'plus moins',
    'avec sans',
    'avant après',
    'supérieur inférieur',
    'ouvert,ouverte fermé,fermée',
    'gauche droite',
    'augmente,augmenté baisse,baissé',
    'minimum maximum',
    'toujours jamais',
  ],
  es: [
    'más menos',
    'con sin',
    'antes después',
    'mayor menor',
    'abierto,abierta cerrado,cerrada',
    'izquierda derecha',
    'aumenta,sube disminuye,baja',
    'mínimo máximo',
    'siempre nunca',
  ],
  it: [
    'più meno',
    'con senza',
    'prima dopo',
    'maggiore minore',
    'aperto,aperta chiuso,chiusa',
    'sinistra destra',
    'aumenta diminuisce',
    'minimo massimo',
    'sempre mai',
  ],
  nl: [
    'langer korter',
    'meer minder',
    'met zonder',
    'voor na',
    'boven onder',
    'hoger lager',
    'open gesloten,dicht',
    'links rechts',
    'stijgt daalt',
    'minimaal maximaal',
    'goedkoper duurder',
  ],
  pt: [
    'mais menos',
    'com sem',
    'antes depois',
    'maior menor',
    'aberto,aberta fechado,fechada',
    'esquerda direita',
    'aumenta diminui',
    'mínimo máximo',
    'sempre nunca',
  ],
};

/** A word's pair of opposites, and its side of the pair. */
export interface Opposite {
  readonly pair: string;
  readonly side: 1 | -1;
}

const SIDES: ReadonlyMap<Language, ReadonlyMap<string, Opposite>> = new Map(
  LANGUAGES.map((language) => [language, new Map(OPPOSITES[language].flatMap(readPair))]),
);

function readPair(pair: string): [string, Opposite][] {
  const [first = '', second = ''] = pair.split(' ');
  return [
    ...first.split(',').map((word): [string, Opposite] => [word, { pair, side: 1 }]),
    ...second.split(',').map((word): [string, Opposite] => [word, { pair, side: -1 }]),
  ];
}

export function oppositeOf(word: string, language: Language): Opposite | undefined {
  return SIDES.get(language)?.get(word);
}
