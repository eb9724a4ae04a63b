import type { FactPattern, FactValue } from '../fact.ts';

export const TIME_PATTERNS: readonly FactPattern[] = [
  {
    // 6 Uhr, 6.30 Uhr, 6 Uhr 30
    needs: 'uhr',
    pattern: /(?<![\w.,:])(\d{1,2})(?:[.:](\d{2}))? ?uhr(?: (\d{2}))?(?!\w)/g,
    read: ([, hour, minute, after]) => readClock(hour, minute ?? after),
  },
  {
    // 10:00, 10:00:30, 3:30 pm
    needs: ':',
    pattern: /(?<![\w.,:])(\d{1,2}):(\d{2})(?::\d{2})?(?: ?([ap])\.?m\b\.?)?(?![\w:])/g,
    read: ([, hour, minute, half]) => readClock(hour, minute, half),
  },
  {
    // 3 pm, 3 p.m.
    pattern: /(?<![\w.,:])(\d{1,2}) ?([ap])\.?m\b\.?/g,
    read: ([, hour, half]) => readClock(hour, undefined, half),
  },
  {
    needs: 'half past',
    pattern: /half past (\d{1,2})(?!\w|[.,:]\d)/g,
    read: ([, hour]) => readClock(hour, '30'),
  },
  {
    // German and Dutch: "halb zehn" is half an hour before ten
    needs: 'hal',
    pattern: /(?<!\p{L})(?:halb|half) (\d{1,2})(?!\w|[.,:]\d)/gu,
    read: ([, hour]) => readClock(String((Number(hour) + 23) % 24), '30'),
  },
  ...['noon', 'midday'].map((word) => namedTime(word, '12')),
  ...['midnight', 'mitternacht', 'minuit', 'medianoche', 'mezzanotte', 'middernacht'].map((word) =>
    namedTime(word, '0'),
  ),
  {
    // 14h30; 14h alone may be a duration
    needs: 'h',
    pattern: /(?<![\w.,:])(\d{1,2}) ?h ?(\d{2})(?!\w)/g,
    read: ([, hour, minute]) => readClock(hour, minute),
  },
];

function namedTime(word: string, hour: string): FactPattern {
  const pattern = new RegExp(String.raw`(?<!\p{L})${word}(?!\p{L})`, 'gu');
  return { needs: word, pattern, read: () => readClock(hour, undefined) };
}

function readClock(...parts: Parameters<typeof toClock>): ReturnType<FactPattern['read']> {
  const time = toClock(...parts);
  return time && [time];
}

const HALF_A_DAY = 12;

/** Converts to a 24-hour time of day; `undefined` if there is no such time. */
export function toClock(
  hour: string | undefined,
  minute: string | undefined,
  half?: string,
): FactValue | undefined {
  const minutes = Number(minute ?? 0);
  const hours = half === undefined ? Number(hour) : toHours(Number(hour), half);
  if (!(hours < 24 && minutes < 60)) return undefined;
  return { kind: 'time', value: [hours, minutes].map((n) => String(n).padStart(2, '0')).join(':') };
}

/** 12 am is midnight. NaN for an hour that does not exist on a 12-hour clock. */
function toHours(hour: number, half: string): number {
  if (hour < 1 || hour > HALF_A_DAY) return Number.NaN;
  return (hour % HALF_A_DAY) + (half.startsWith('p') ? HALF_A_DAY : 0);
}
