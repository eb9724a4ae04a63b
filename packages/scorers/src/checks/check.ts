import { type Check, type CheckType, type ToolCall, toStorable } from '@assay/contracts';

/** The parts of a reply that checks look at. */
export interface CheckedReply {
  readonly text: string;
  readonly latencyMs: number;
  readonly toolCalls: readonly ToolCall[];
}

/** Whether a check holds, and what was found. */
export interface CheckOutcome {
  /** Null if the request failed: there was no reply to check. */
  readonly passed: boolean | null;
  readonly detail: string;
}

export type CheckFunction = (reply: CheckedReply) => CheckOutcome;

/** A check that can be run, or why it never could be. */
export type CompiledCheck =
  | { readonly state: 'ready'; readonly check: CheckFunction }
  | { readonly state: 'refused'; readonly detail: string };

export type CheckOf<Type extends CheckType> = Type extends CheckType
  ? Extract<Check, Readonly<Record<Type, unknown>>>
  : never;

/**
 * How much of a reply is checked, in UTF-16 units: thirty times a long reply. The slowest check takes about 50 ms for
 * this much.
 */
export const MAX_CHECKED_LENGTH = 100_000;

const MAX_QUOTE_LENGTH = 80;

export function truncate(text: string, length: number): string {
  return text.length > length ? text.slice(0, length) : text;
}

/** A part of a text as a detail shows it. */
export function quote(text: string): string {
  const shown = text.length > MAX_QUOTE_LENGTH ? `${text.slice(0, MAX_QUOTE_LENGTH - 1)}…` : text;
  return `'${toStorable(shown).text}'`;
}

/** Added to a detail if only the beginning of the reply was checked. */
export function truncationNote(text: string, length: number): string {
  return text.length > length ? ` (of the first ${length} characters)` : '';
}
