/** Readers of what a URL says. What is not as it should be is as if it were not there: a link never breaks a screen. */

export function readText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value); // ?filter=12 is read as a number
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function readOneOf<Word extends string>(
  value: unknown,
  words: readonly Word[],
): Word | undefined {
  return words.find((word) => word === value);
}

/** From 0 to 1. */
export function readShare(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 && value <= 1 ? value : undefined;
}

export function readOrdinal(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 ? number : undefined;
}

/** Some fields anew; undefined takes one away. */
export type Changes<T> = { readonly [Key in keyof T]?: T[Key] | undefined };

/** Without what is undefined, so that a URL has only what it says. */
export function compact<T extends object>(fields: T): { [Key in keyof T]?: NonNullable<T[Key]> } {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as never;
}
