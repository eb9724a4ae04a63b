import type { FactPattern, FactValue } from '../fact.ts';
import { toClock } from './time-patterns.ts';
import { SHORT_NAME, SHORT_RANGE, WEEKDAY_NAME, weekdayOf } from '../../language/weekdays.ts';

export const DATE_PATTERNS: readonly FactPattern[] = [
  {
    // 2026-05-06, 2026-05-06T10:00:00Z
    needs: '-',
    pattern:
      /(?<![\w-])(\d{4})-(\d{2})-(\d{2})(?:[t ](\d{2}):(\d{2})(?::\d{2}(?:\.\d{1,9})?)?(?:z|[+-]\d{2}:?\d{2})?)?(?!-?\d)/g,
    read([, year, month, day, hour, minute]) {
      const date = toDate(day, month, year);
      const time = hour === undefined ? undefined : toClock(hour, minute);
      return date && [date, ...(time === undefined ? [] : [time])];
    },
  },
  {
    // 06.05.2026, 6. 5. 2026, 06.05.26
    pattern: /(?<![\w.])(\d{1,2})\. ?(\d{1,2})\. ?(\d{4}|\d{2})(?!\w|\.\d)/g,
    read([all = '', day, month, year]) {
      // 1.2.34 is a version.
      return all.length < 8 ? undefined : toList(toDate(day, month, year));
    },
  },
  {
    // 05/06/2026 is read as month/day unless there is no such month; day/month is kept as the alternative reading.
    needs: '/',
    pattern: /(?<![\w/])(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})(?![\w/])/g,
    read([, first, second, year]) {
      const [american, european] = [toDate(second, first, year), toDate(first, second, year)];
      if (american === undefined || european === undefined) return toList(american ?? european);
      return [{ ...american, otherValue: european.value }];
    },
  },
  {
    // 03.10.
    pattern: /(?<![\w.])(\d{1,2})\. ?(\d{1,2})\.(?=[ ,)\n]|$)/g,
    read: ([, day, month]) => toList(toDate(day, month, undefined)),
  },
  {
    // 5 May, 5th of May 2026, 5. Mai, 1er mai, 5 de mayo de 2026
    pattern:
      /(?<![\w.,:/])(\d{1,2})(st|nd|rd|th|er|\.)?[ \n]{1,3}(?:of |de |di )?([a-zà-ÿ]{3,10})(?![a-zà-ÿ])\.?(?:,?[ \n]{1,3}(?:del? )?(\d{4})(?!\d))?/g,
    read([, day, suffix, month, year]) {
      // "room 5. May I help you?"
      if (suffix === '.' && (month === 'may' || month === 'march')) return undefined;
      return toList(toDate(day, MONTHS.get(month ?? ''), year));
    },
  },
  {
    // May 5, May 5th, 2026
    pattern:
      /(?<![a-zà-ÿ])([a-zà-ÿ]{3,10})\.?[ \n]{1,3}(\d{1,2})(?:st|nd|rd|th)?(?!\w|[.,:/-]\d)(?:,?[ \n]{1,3}(\d{4})(?!\d))?/g,
    read: ([, month, day, year]) => toList(toDate(day, MONTHS.get(month ?? ''), year)),
  },
];

type Part = string | number | undefined;

function toDate(day: Part, month: Part, year: Part): FactValue | undefined {
  const [d, m] = [Number(day ?? 0), Number(month ?? 0)];
  if (d < 1 || d > 31 || m < 1 || m > 12) return undefined;
  const value = `${twoDigits(m)}-${twoDigits(d)}`;
  if (year === undefined) return { kind: 'date', value };
  return { kind: 'date', value, detail: String(year).padStart(4, '20') };
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

function toList(fact: FactValue | undefined): readonly FactValue[] | undefined {
  return fact && [fact];
}

/**
 * Month names and abbreviations in English, German, French, Spanish, Italian, Dutch and Portuguese. Abbreviations that
 * are words in another language are left out: Italian `gen`, `set`, `lug`, Spanish `ago`.
 */
const MONTH_NAMES: readonly string[] = [
  'january jan januar jänner janvier janv enero ene gennaio januari janeiro',
  'february feb februar février févr fevrier febrero febbraio februari fevereiro',
  'march mar märz mär mrz mars marzo maart março',
  'april apr avril avr abril abr aprile',
  'may mai mayo maggio mag mei maio',
  'june jun juni juin junio giugno giu junho',
  'july jul juli juillet juil julio luglio julho',
  'august aug août aout agosto augustus',
  'september sep sept septembre septiembre settembre sett setembro',
  'october oct oktober okt octobre octubre ottobre ott outubro',
  'november nov novembre noviembre novembro',
  'december dec dezember dez décembre déc decembre diciembre dic dicembre dezembro',
];

const MONTHS: ReadonlyMap<string, number> = new Map(
  MONTH_NAMES.flatMap((names, at) =>
    names.split(' ').map((name): [string, number] => [name, at + 1]),
  ),
);

/** Weekdays have no digits, so they are searched even in texts without digits. */
export const WEEKDAY_PATTERNS: readonly FactPattern[] = [
  { pattern: WEEKDAY_NAME, read: ([, name]) => toWeekdays(name) },
  { pattern: SHORT_RANGE, read: ([, from, to]) => toWeekdays(from, to) },
  { pattern: SHORT_NAME, read: ([, name]) => toWeekdays(name) },
  {
    pattern:
      /(?<!\p{L})(?:weekends?|week-ends?|wochenenden?|fines? de semana|fine settimana|fins? de semana)(?!\p{L})/gu,
    read: () => toWeekdays('saturday', 'sunday')?.map(asWeak),
  },
  {
    pattern:
      /(?<!\p{L})(?:weekdays|werktags|wochentags|en semaine|entre semana|doordeweeks|feriali)(?!\p{L})/gu,
    read: () => toWeekdays('monday', 'friday')?.map(asWeak),
  },
];

function toWeekdays(...names: readonly (string | undefined)[]): readonly FactValue[] | undefined {
  const days = names.map((name) => weekdayOf(name ?? ''));
  return days.every((day) => day !== undefined)
    ? days.map((value) => ({ kind: 'weekday', value }))
    : undefined;
}

function asWeak(fact: FactValue): FactValue {
  return { ...fact, isWeak: true };
}
