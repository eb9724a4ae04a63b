/** Names of weekdays in all languages, Monday first. Plurals and adverbs ("montags") are matched by prefix. */
const NAMES: readonly string[] = [
  'monday montag lundi lunes lunedì lunedi maandag segunda-feira',
  'tuesday dienstag mardi martes martedì martedi dinsdag terça-feira',
  'wednesday mittwoch mercredi miércoles mercoledì mercoledi woensdag quarta-feira',
  'thursday donnerstag jeudi jueves giovedì giovedi donderdag quinta-feira',
  'friday freitag vendredi viernes venerdì venerdi vrijdag sexta-feira',
  'saturday samstag sonnabend samedi sábado sabato zaterdag',
  'sunday sonntag dimanche domingo domenica zondag',
];

/**
 * Short names, Monday first. Most are words in other languages, so they are only read in ranges and before a number.
 */
const SHORT: readonly string[] = [
  'mon mo lun lu ma seg segunda',
  'tue tues di mar ter terça',
  'wed mi mer mié wo qua quarta',
  'thu thur thurs do jeu jue gio qui quinta',
  'fri fr ven vie vr sex sexta',
  'sat sa sam sáb sab za',
  'sun so dim dom zo',
];

const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;

function toMap(lines: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    lines.flatMap((line, at) =>
      line.split(' ').map((name): [string, string] => [name, WEEKDAYS[at] ?? '']),
    ),
  );
}

const LONG_NAMES = toMap(NAMES);
const SHORT_NAMES = toMap(SHORT);

const LONG = [...LONG_NAMES.keys()].join('|');
const SHORT_WORDS = [...SHORT_NAMES.keys()].toSorted((a, b) => b.length - a.length).join('|');

/** A full name or its plural: mondays, montags, lundis. Portuguese "feira" may only be omitted in a range. */
export const WEEKDAY_NAME = new RegExp(String.raw`(?<![\p{L}\d])(${LONG})s?(?![\p{L}\d])`, 'gu');

const TO = String.raw`\.? ?(?:-|–|—|to|till|until|through|bis|au|à|al|a|t/m|tot|tot en met|até|à) ?`;

/** Mon–Fri, Mo. bis Fr., ma t/m vr */
export const SHORT_RANGE = new RegExp(
  String.raw`(?<![\p{L}\d])(${SHORT_WORDS})${TO}(${SHORT_WORDS})(?![\p{L}\d])`,
  'gu',
);

/** Fri 13:00, "| Fri | 13:00" and "Sat:". English three-letter names only, because "so 5 days" is not a Sunday. */
export const SHORT_NAME = /(?<![\p{L}\d])(mon|tue|wed|thu|fri|sat|sun)(?:\.|:|,)?[ |]{0,3}(?=\d)/gu;

export function weekdayOf(name: string): string | undefined {
  return LONG_NAMES.get(name) ?? SHORT_NAMES.get(name);
}

const NAME_PARTS: ReadonlySet<string> = new Set([
  ...[...LONG_NAMES.keys(), ...SHORT_NAMES.keys()].flatMap((name) => [
    ...name.split('-'),
    `${name}s`,
  ]),
  ...'weekend weekends week wochenende wochenenden fin fine fines fins weekdays werktags wochentags semaine semana doordeweeks feriali'.split(
    ' ',
  ),
]);

/** Short names that are frequent words: they alone do not trigger the search for weekdays. */
const FREQUENT: ReadonlySet<string> = new Set(['so', 'do', 'ma', 'di', 'mi']);

/** True if the weekday patterns may match this word. */
export function mayNameWeekday(word: string): boolean {
  return NAME_PARTS.has(word) && !FREQUENT.has(word);
}
