/** Readers of URL parameters. Invalid values count as absent, so that a link never breaks a screen. */

export function readText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value); // the router parses ?filter=12 as a number
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function readOneOf<Word extends string>(
  value: unknown,
  words: readonly Word[],
): Word | undefined {
  return words.find((word) => word === value);
}

/** Reads a number from 0 to 1. */
export function readShare(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 && value <= 1 ? value : undefined;
}

export function readOrdinal(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 ? number : undefined;
}

/** Changes to some fields; `undefined` removes a field. */
export type Changes<T> = { readonly [Key in keyof T]?: T[Key] | undefined };

/** Removes undefined fields, so that they do not appear in the URL. */
export function compact<T extends object>(fields: T): { [Key in keyof T]?: NonNullable<T[Key]> } {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as never;
}
