import { toStorable } from '@assay/contracts';

/**
 * How much of a reply checks look at, in UTF-16 units: thirty times a long reply, and what the
 * slowest of them gets through in some 50 ms.
 */
export const LOOKED_AT = 100_000;

const SHOWN = 80;

export function headOf(text: string, length: number): string {
  return text.length > length ? text.slice(0, length) : text;
}

/** A part of a text as a detail shows it. */
export function quote(text: string): string {
  const shown = text.length > SHOWN ? `${text.slice(0, SHOWN - 1)}…` : text;
  return `'${toStorable(shown).text}'`;
}

/** What a detail adds where only the beginning was looked at. */
export function ofTheFirst(text: string, length: number): string {
  return text.length > length ? ` (of the first ${length} characters)` : '';
}
