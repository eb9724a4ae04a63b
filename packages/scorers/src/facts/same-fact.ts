import type { FactValue } from './fact.ts';
import { MONTHS_OF } from './units.ts';

/** Tolerance for floating-point errors. */
const EXACT = 1e-9;
/** Tolerance for values rounded in the text: 8 kg are 17.6 lb, 3 months are 90 days. */
const ROUNDED = 0.02;

/** True if two facts can both be true of the same thing. Parts that one of them omits do not count as a difference. */
export function isSameFact(a: FactValue, b: FactValue): boolean {
  if (isQuantity(a) && isQuantity(b)) return isSameQuantity(a, b);
  if (a.kind === 'time' && isQuantity(b)) return isHour(b, a.value);
  if (b.kind === 'time' && isQuantity(a)) return isHour(a, b.value);
  if (a.kind !== b.kind) return false;
  if (a.kind === 'date' && !isUnsaidOrEqual(a.detail, b.detail)) return false;
  return a.value === b.value || a.otherValue === b.value || a.value === b.otherValue;
}

export function isQuantity({ kind }: FactValue): boolean {
  return kind === 'number' || kind === 'amount' || kind === 'measure' || kind === 'percentage';
}

function isUnsaidOrEqual(a: string | undefined, b: string | undefined): boolean {
  return a === undefined || b === undefined || a === b;
}

function isSameQuantity(a: FactValue, b: FactValue): boolean {
  if (a.unit === undefined || b.unit === undefined) {
    return a.value === b.value && isUnsaidOrEqual(a.per, b.per);
  }
  if (a.unit.dimension !== b.unit.dimension) return false;
  if (a.unit.dimension === 'money' && a.unit.name !== b.unit.name) return false;
  // "5 working days" may be called 5 days.
  if (isDay(a) && isDay(b) && a.value === b.value) return true;
  const [ofA, ofB] = [toBase(a) * ratePerMonth(a, b), toBase(b) * ratePerMonth(b, a)];
  const tolerance = a.unit.system === b.unit.system ? EXACT : ROUNDED;
  return Math.abs(ofA - ofB) <= tolerance * Math.max(Math.abs(ofA), Math.abs(ofB));
}

function isDay({ unit }: FactValue): boolean {
  return unit?.name === 'day' || unit?.name === 'working day';
}

function toBase({ value, unit }: FactValue): number {
  return (Number(value) + (unit?.offset ?? 0)) * (unit?.factor ?? 1);
}

/** Factor to compare a rate with another: 120 a year are 10 a month. NaN if it is unknown. */
function ratePerMonth({ per }: FactValue, other: FactValue): number {
  if (per === undefined || other.per === undefined || per === other.per) return 1;
  return 1 / (MONTHS_OF[per] ?? Number.NaN);
}

/** "9" and "9 h" may be 09:00, and 5 may be 17:00. */
function isHour({ value, unit, kind }: FactValue, time: string): boolean {
  if (kind !== 'number' && unit?.name !== 'hour') return false;
  const [hour = '', minute] = time.split(':');
  if (minute !== '00') return false;
  const [said, expected] = [Number(value), Number(hour)];
  return (
    said === expected ||
    (said > 0 && said <= 12 && said + 12 === expected) ||
    (said === 24 && expected === 0)
  );
}
