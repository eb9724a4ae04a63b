import {
  type Check,
  type CheckResult,
  type CheckType,
  type CodeCheckType,
  type ToolCall,
  toStorable,
} from '@fairtrial/contracts';

/** The parts of a reply that checks read. */
export interface CheckedReply {
  readonly text: string;
  readonly latencyMs: number;
  /** `undefined` if the endpoint does not report them. */
  readonly toolCalls: readonly ToolCall[] | undefined;
  /** True if there were further tool calls, which are not in `toolCalls`. */
  readonly isCut?: boolean | undefined;
}

/**
 * Result of a check. `passed` is null if the request failed, if the judge has not answered or gave no usable answer, or
 * if the check does not apply (`verdict` is `not_applicable`).
 */
export type CheckOutcome = Readonly<
  Pick<CheckResult, 'passed' | 'detail' | 'verdict' | 'evidence' | 'reason'>
>;

type CheckFunction = (reply: CheckedReply) => CheckOutcome;

/** A runnable check, or the reason why it can never run. */
export type CompiledCheck =
  | { readonly state: 'ready'; readonly check: CheckFunction }
  | { readonly state: 'refused'; readonly detail: string };

export type CheckOf<Type extends CheckType> = Type extends CheckType
  ? Extract<Check, Readonly<Record<Type, unknown>>>
  : never;

/** A check that code decides. */
export type CodeCheck = CheckOf<CodeCheckType>;

/**
 * Maximum length of the checked part of a reply, in UTF-16 units: thirty times a long reply. The slowest check takes
 * about 50 ms for this length.
 */
export const MAX_CHECKED_LENGTH = 100_000;

const MAX_QUOTE_LENGTH = 80;

export function truncate(text: string, length: number): string {
  return text.length > length ? text.slice(0, length) : text;
}

/** Quotes a text for `detail`, shortened if necessary. */
export function quote(text: string): string {
  const shown = text.length > MAX_QUOTE_LENGTH ? `${text.slice(0, MAX_QUOTE_LENGTH - 1)}…` : text;
  return `'${toStorable(shown).text}'`;
}

/** Suffix for `detail` if only the beginning of the reply was checked. */
export function truncationNote(text: string, length: number): string {
  return text.length > length ? ` (of the first ${length} characters)` : '';
}
