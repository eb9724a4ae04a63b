import type { FactPattern } from './fact-pattern.ts';
import { toClock } from './to-clock.ts';

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
    // 14h30; 14h alone may be as long as that
    needs: 'h',
    pattern: /(?<![\w.,:])(\d{1,2}) ?h ?(\d{2})(?!\w)/g,
    read: ([, hour, minute]) => readClock(hour, minute),
  },
];

function readClock(...parts: Parameters<typeof toClock>): ReturnType<FactPattern['read']> {
  const time = toClock(...parts);
  return time && [time];
}
