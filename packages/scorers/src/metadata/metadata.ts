import type { Scorer } from '../scorer.ts';
import { normalise } from '../text/normalise.ts';

/** `metadata.<field>` for every expected annotation, and `metadata`, their mean. */
export const metadataScorer: Scorer = {
  name: 'metadata',
  version: '1',
  isFree: true,
  meaning: 'mean of `metadata.<field>`',
  expects: 'reference_metadata',
  failed(expected) {
    const fields = Object.keys(expected.reference_metadata);
    const keys = fields.length === 0 ? [] : ['metadata', ...fields.map(fieldKey)];
    return Object.fromEntries(keys.map((key) => [key, null]));
  },
  grade({ reply: { metadata, absent }, expected }) {
    const fields = Object.entries(expected.reference_metadata);
    if (fields.length === 0) return { scores: {} };
    const matches = fields.map(([field, value]): [string, number | null] => {
      if (Object.hasOwn(metadata, field))
        return [fieldKey(field), matchValue(value, metadata[field])];
      return [fieldKey(field), absent === 'wrong' ? 0 : null];
    });
    const extra = Object.keys(metadata).filter(
      (key) => !Object.hasOwn(expected.reference_metadata, key),
    );
    return {
      scores: {
        metadata: meanOfScored(matches.map(([, score]) => score)),
        ...Object.fromEntries(matches),
      },
      details: { metadata: { extra } },
    };
  },
};

function meanOfScored(scores: readonly (number | null)[]): number | null {
  const scored = scores.filter((score) => score !== null);
  if (scored.length === 0) return null;
  return scored.reduce((sum, score) => sum + score, 0) / scored.length;
}

function fieldKey(field: string): string {
  return `metadata.${field}`;
}

const RELATIVE_TOLERANCE = 1e-6;
const ISO_DATE = /^(\d{4}-\d{2}-\d{2})([T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)?(Z|[+-]\d{2}:\d{2})?$/;

/** Scores an annotation against the expected one, by the type of the expected value. */
export function matchValue(expected: unknown, given: unknown): number {
  if (Array.isArray(expected)) return matchSets(expected, Array.isArray(given) ? given : [given]);
  if (typeof expected === 'object' && expected !== null) return matchFields(expected, given);
  if (typeof expected === 'number') return matchNumbers(expected, given);
  if (typeof expected === 'string') return matchLabels(expected, given);
  return expected === (given ?? null) ? 1 : 0;
}

function matchLabels(expected: string, given: unknown): number {
  if (typeof given !== 'string') return 0;
  if (normalise(expected) === normalise(given)) return 1;
  const date = toTime(expected);
  return date !== undefined && date === toTime(given) ? 1 : 0;
}

/** Parses an ISO date or date-time. Without a time zone it is read as UTC, independent of the server's time zone. */
function toTime(text: string): number | undefined {
  const parts = ISO_DATE.exec(text);
  if (parts === null) return undefined;
  const [, date, time = 'T00:00', zone = 'Z'] = parts;
  const milliseconds = Date.parse(`${date}${time.replace(' ', 'T')}${zone}`);
  return Number.isNaN(milliseconds) ? undefined : milliseconds;
}

function matchNumbers(expected: number, given: unknown): number {
  if (typeof given !== 'number') return 0;
  const scale = Math.max(Math.abs(expected), Math.abs(given));
  return Math.abs(expected - given) <= scale * RELATIVE_TOLERANCE ? 1 : 0;
}

/** F1 of the two lists as sets; order and repetition do not count. */
function matchSets(expected: readonly unknown[], given: readonly unknown[]): number {
  const wanted = new Set(expected.map(canonical));
  const got = new Set(given.map(canonical));
  if (wanted.size === 0 && got.size === 0) return 1;
  return (2 * wanted.intersection(got).size) / (wanted.size + got.size);
}

/** Returns equal strings for matching values, so that sets can be compared without comparing all pairs. */
function canonical(value: unknown): string {
  if (typeof value === 'string') return `s${normalise(value)}`;
  if (typeof value === 'number') return `n${value.toPrecision(6)}`;
  if (Array.isArray(value)) return `[${value.map(canonical).toSorted().join()}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const fields = Object.entries(value).map(([key, item]) => `${key}=${canonical(item)}`);
  return `{${fields.toSorted().join()}}`;
}

function matchFields(expected: object, given: unknown): number {
  const fields = Object.entries(expected);
  if (fields.length === 0) return 1;
  const other = new Map(typeof given === 'object' && given !== null ? Object.entries(given) : []);
  const scores = fields.map(([key, value]) => matchValue(value, other.get(key)));
  return scores.reduce((sum, score) => sum + score, 0) / scores.length;
}
