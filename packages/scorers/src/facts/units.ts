/** A unit with its conversion factor to the base unit of its dimension. */
export interface Unit {
  /** Canonical name of all spellings: `kg` for kilos and kilograms. */
  readonly name: string;
  /** The measured dimension; `money` for currencies. */
  readonly dimension: string;
  readonly factor: number;
  /** Added before the factor is applied; for temperatures. */
  readonly offset?: number;
  /** Units of different systems are converted with rounding: 8 kg are 17.6 lb, 3 months are 90 days. */
  readonly system?: string;
}

/** dimension, name, factor, spellings; a factor may be followed by a system. */
const TABLE: readonly (readonly [string, string, number, string, string?])[] = [
  ['mass', 'mg', 0.001, 'mg milligram milligrams milligramm milligrammes miligramos milligrammi'],
  ['mass', 'g', 1, 'g gram grams gramm gramme grammes gramo gramos grammo grammi grama gramas'],
  [
    'mass',
    'kg',
    1000,
    'kg kilo kilos kilogram kilograms kilogramm kilogramme kilogrammes kilogramo kilogramos chilo chili chilogrammi quilo quilos',
  ],
  ['mass', 't', 1e6, 'tonne tonnes tonnen toneladas tonnellate'],
  ['mass', 'lb', 453.592_37, 'lb lbs', 'imperial'],
  ['mass', 'oz', 28.349_523, 'oz ounce ounces', 'imperial'],
  [
    'length',
    'mm',
    0.001,
    'mm millimetre millimetres millimeter millimeters millimètres milímetros millimetri',
  ],
  [
    'length',
    'cm',
    0.01,
    'cm centimetre centimetres centimeter centimeters zentimeter centimètres centímetros centimetri centimetro',
  ],
  ['length', 'm', 1, 'm metre metres meter meters metern mètre mètres metro metros metri'],
  [
    'length',
    'km',
    1000,
    'km kilometre kilometres kilometer kilometers kilometern kilomètre kilomètres kilómetros chilometri quilômetros quilómetros',
  ],
  ['length', 'inch', 0.0254, 'inch inches zoll', 'imperial'],
  ['length', 'ft', 0.3048, 'ft foot feet', 'imperial'],
  ['length', 'mile', 1609.344, 'mile miles meilen', 'imperial'],
  ['volume', 'ml', 0.001, 'ml millilitre millilitres milliliter milliliters mililitros millilitri'],
  ['volume', 'cl', 0.01, 'cl'],
  ['volume', 'dl', 0.1, 'dl'],
  ['volume', 'l', 1, 'l litre litres liter liters litern litro litros litri'],
  ['volume', 'gallon', 3.785_412, 'gallon gallons gal', 'imperial'],
  ['duration', 'ms', 0.001, 'ms milliseconds'],
  [
    'duration',
    's',
    1,
    's sec secs second seconds sekunde sekunden seconde secondes segundo segundos secondi seconden',
  ],
  ['duration', 'min', 60, 'min mins minute minutes minuten minuto minutos minuti minuut'],
  [
    'duration',
    'hour',
    3600,
    'h hr hrs hour hours stunde stunden heure heures hora horas ora ore uur uren std',
  ],
  [
    'duration',
    'day',
    86_400,
    'day days tag tage tagen jour jours día días dia dias giorno giorni dag dagen',
  ],
  [
    'duration',
    'week',
    604_800,
    'week weeks woche wochen semaine semaines semana semanas settimana settimane weken',
  ],
  [
    'duration',
    'month',
    2_629_746,
    'month months monat monate monaten mois mes meses mese mesi maand maanden mês',
    'calendar',
  ],
  [
    'duration',
    'year',
    31_556_952,
    'year years jahr jahre jahren an ans année années año años anno anni jaar jaren ano anos',
    'calendar',
  ],
  [
    'duration',
    'working day',
    120_960,
    'werktag werktage werktagen arbeitstage arbeitstagen werkdagen',
    'working',
  ],
  ['data', 'kb', 1e3, 'kb kilobytes'],
  ['data', 'mb', 1e6, 'mb megabyte megabytes'],
  ['data', 'gb', 1e9, 'gb gigabyte gigabytes'],
  ['data', 'tb', 1e12, 'tb terabyte terabytes'],
  ['power', 'w', 1, 'w watt watts'],
  ['power', 'kw', 1000, 'kw kilowatt'],
  ['energy', 'kwh', 1, 'kwh'],
  ['speed', 'km/h', 1, 'km/h kmh'],
  ['speed', 'mph', 1.609_344, 'mph', 'imperial'],
  ['bandwidth', 'mbit/s', 1, 'mbit/s mbps'],
  ['bandwidth', 'gbit/s', 1000, 'gbit/s gbps'],
  ['area', 'm2', 1, 'm2 sqm qm quadratmeter'],
  ['percentage', 'percent', 1, '% percent pct prozent procent'],
  ['money', 'usd', 1, '$ us$ usd dollar dollars dólares dollari'],
  ['money', 'eur', 1, '€ eur euro euros'],
  ['money', 'gbp', 1, '£ gbp pound pounds pfund'],
  ['money', 'jpy', 1, '¥ jpy yen'],
  ['money', 'inr', 1, '₹ inr rupee rupees'],
  ['money', 'chf', 1, 'chf franken francs fr'],
  ...['cad', 'aud', 'sek', 'nok', 'dkk', 'pln'].map((code) => ['money', code, 1, code] as const),
];

const CELSIUS: Unit = { name: '°c', dimension: 'temperature', factor: 1 };
const FAHRENHEIT: Unit = {
  name: '°f',
  dimension: 'temperature',
  factor: 5 / 9,
  offset: -32,
  system: 'imperial',
};

const UNITS: ReadonlyMap<string, Unit> = new Map<string, Unit>([
  ...TABLE.flatMap(([dimension, name, factor, spellings, system]) => {
    const unit = { name, dimension, factor, ...(system === undefined ? {} : { system }) };
    return spellings.split(' ').map((spelling): [string, Unit] => [spelling, unit]);
  }),
  ['°c', CELSIUS],
  ['celsius', CELSIUS],
  ['°f', FAHRENHEIT],
  ['fahrenheit', FAHRENHEIT],
]);

const WORKING_DAY: Unit = {
  name: 'working day',
  dimension: 'duration',
  factor: 120_960,
  system: 'working',
};
const PERCENT: Unit = { name: 'percent', dimension: 'percentage', factor: 1 };

/** Units that consist of two words. */
const TWO_WORDS: readonly (readonly [RegExp, Unit])[] = [
  [/^(?:working|business|banking|bank) days?$/, WORKING_DAY],
  [
    /^(?:jours ouvrés|jours ouvrables|días hábiles|días laborables|giorni lavorativi|dias úteis)$/,
    WORKING_DAY,
  ],
  [/^(?:pour cent|por ciento|per cento|por cento|per cent)$/, PERCENT],
  [/^(?:degrees?|grad|degrés|grados|gradi|graden|graus|°) ?(?:c|celsius)$/, CELSIUS],
  [/^(?:degrees?|grad|degrés|grados|gradi|graden|graus|°) ?(?:f|fahrenheit)$/, FAHRENHEIT],
];

export function unitOf(word: string): Unit | undefined {
  return UNITS.get(word);
}

export function unitOfTwo(words: string): Unit | undefined {
  return TWO_WORDS.find(([pattern]) => pattern.test(words))?.[1];
}

/** Returns the speed unit of a length: "50 kilometres per hour". */
export function speedOf(unit: Unit | undefined): Unit | undefined {
  if (unit?.name === 'km') return UNITS.get('km/h');
  return unit?.name === 'mile' ? UNITS.get('mph') : undefined;
}

/** Words for the denominator of a rate: `per month`. */
const PER: ReadonlyMap<string, string> = new Map(
  [
    'hour h stunde heure hora ora uur std',
    'day tag jour día giorno dag dia daily täglich quotidien',
    'night nacht nuit noche notte noite',
    'week woche semaine semana settimana weekly wöchentlich',
    'month monat mois mes mese maand mês monthly monatlich mensuel mensuels mensuales mensili',
    'year jahr an année año anno jaar ano annum yearly annually jährlich annuels anuales',
    'person kopf personne persona persoon pessoa',
  ].flatMap((line) => {
    const [name = '', ...others] = line.split(' ');
    return [name, ...others].map((word): [string, string] => [word, name]);
  }),
);

export function perOf(word: string): string | undefined {
  return PER.get(word);
}

/** Length of a period in months, if it has whole ones: 10 a month are 120 a year. */
export const MONTHS_OF: Readonly<Record<string, number>> = { month: 1, year: 12 };
