import { normalise } from './normalise.ts';

const RELATIVE_TOLERANCE = 1e-6;
const ISO_DATE = /^\d{4}-\d{2}-\d{2}/;

/** How well an annotation fits the expected one, by the type of the expected one. */
export function matchValue(expected: unknown, given: unknown): number {
  if (Array.isArray(expected)) return matchSets(expected, Array.isArray(given) ? given : [given]);
  if (typeof expected === 'object' && expected !== null) return matchFields(expected, given);
  if (typeof expected === 'number') return matchNumbers(expected, given);
  if (typeof expected === 'string') return matchLabels(expected, given);
  return expected === (given ?? null) ? 1 : 0;
}

function matchLabels(expected: string, given: unknown): number {
  if (typeof given !== 'string') return 0;
  if (ISO_DATE.test(expected) && ISO_DATE.test(given)) {
    return Date.parse(expected) === Date.parse(given) ? 1 : 0;
  }
  return normalise(expected) === normalise(given) ? 1 : 0;
}

function matchNumbers(expected: number, given: unknown): number {
  if (typeof given !== 'number') return 0;
  const scale = Math.max(Math.abs(expected), Math.abs(given));
  return Math.abs(expected - given) <= scale * RELATIVE_TOLERANCE ? 1 : 0;
}

/** F1 of the two as sets; order and repetition do not count. */
function matchSets(expected: readonly unknown[], given: readonly unknown[]): number {
  const wanted = unique(expected);
  const got = unique(given);
  if (wanted.length === 0 && got.length === 0) return 1;
  const shared = wanted.filter((item) => got.some((other) => matchValue(item, other) === 1));
  return (2 * shared.length) / (wanted.length + got.length);
}

function unique(items: readonly unknown[]): readonly unknown[] {
  return items.filter(
    (item, at) => !items.slice(0, at).some((earlier) => matchValue(earlier, item) === 1),
  );
}

function matchFields(expected: object, given: unknown): number {
  const fields = Object.entries(expected);
  if (fields.length === 0) return 1;
  const other = new Map(typeof given === 'object' && given !== null ? Object.entries(given) : []);
  const scores = fields.map(([key, value]) => matchValue(value, other.get(key)));
  return scores.reduce((sum, score) => sum + score, 0) / scores.length;
}
