import { SHORT_NAME, SHORT_RANGE, WEEKDAY_NAME, weekdayOf } from '../../language/weekdays.ts';
import type { FactPattern, FactValue } from '../fact.ts';

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
