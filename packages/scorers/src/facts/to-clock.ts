import type { Fact } from './fact.ts';

const HALF_A_DAY = 12;

/** A time of day in 24 hours; undefined where there is no such time. */
export function toClock(
  hour: string | undefined,
  minute: string | undefined,
  half?: string,
): Fact | undefined {
  const minutes = Number(minute ?? 0);
  const hours = half === undefined ? Number(hour) : toHours(Number(hour), half);
  if (!(hours < 24 && minutes < 60)) return undefined;
  return { kind: 'time', value: [hours, minutes].map((n) => String(n).padStart(2, '0')).join(':') };
}

/** 12 am is midnight. NaN for an hour that no clock with two halves has. */
function toHours(hour: number, half: string): number {
  if (hour < 1 || hour > HALF_A_DAY) return Number.NaN;
  return (hour % HALF_A_DAY) + (half.startsWith('p') ? HALF_A_DAY : 0);
}
