/**
 * Any text as the value of an HTTP header, which holds bytes: the UTF-8 bytes of the text, each as the Latin-1
 * character of the same number. `fetch` and Node refuse other characters.
 */
export function toHeaderText(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');
}

const REPLACEMENT = '\uFFFD';

export interface Storable {
  readonly text: string;
  /** Whether anything had to be replaced. */
  readonly changed: boolean;
}

/**
 * Text that every store takes. A NUL and half a surrogate pair pass through JSON, and PostgreSQL then
 * refuses the row: the turn would be lost, or paid for again.
 */
export function toStorable(text: string): Storable {
  if (text.isWellFormed() && !text.includes('\0')) return { text, changed: false };
  return { text: text.toWellFormed().replaceAll('\0', REPLACEMENT), changed: true };
}

/** The same for every text inside a JSON value, keys included. */
export function toStorableJson(value: unknown): unknown {
  if (typeof value === 'string') return toStorable(value).text;
  if (Array.isArray(value)) return value.map(toStorableJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [toStorable(key).text, toStorableJson(item)]),
  );
}
