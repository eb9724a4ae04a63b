/**
 * Encodes text as an HTTP header value: its UTF-8 bytes, each written as the Latin-1 character of the same code.
 * `fetch` and Node reject other characters in headers.
 */
export function toHeaderText(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');
}

const REPLACEMENT = '\uFFFD';

interface Storable {
  readonly text: string;
  /** True if characters were replaced. */
  readonly changed: boolean;
}

/**
 * Replaces NUL and lone surrogates. JSON allows them, but PostgreSQL rejects the row, so the turn would be lost or
 * paid for twice.
 */
export function toStorable(text: string): Storable {
  if (text.isWellFormed() && !text.includes('\0')) return { text, changed: false };
  return { text: text.toWellFormed().replaceAll('\0', REPLACEMENT), changed: true };
}

/** Applies `toStorable` to every string in a JSON value, including keys. */
export function toStorableJson(value: unknown): unknown {
  if (typeof value === 'string') return toStorable(value).text;
  if (Array.isArray(value)) return value.map(toStorableJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [toStorable(key).text, toStorableJson(item)]),
  );
}

/**
 * No language has more than 30 marks on one character (Unicode Standard Annex 15, stream-safe text). The halfwidth
 * sound marks of Japanese become marks when they are normalised.
 */
const LONG_RUN = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/**
 * `text.normalize(form)` in a time that grows with the length of the text. Sorting a run of marks takes quadratic time,
 * so that 80,000 of them would block the service for many seconds; what exceeds 30 marks is left out.
 */
export function normalizeText(text: string, form: 'NFD' | 'NFKC'): string {
  return text.replace(LONG_RUN, '$1').normalize(form);
}
