import type { Check, ToolCall } from '@assay/contracts';

/** What checks look at. */
export interface CheckedReply {
  readonly text: string;
  readonly latencyMs: number;
  readonly toolCalls: readonly ToolCall[];
}

/** Whether a check holds, and what was found. */
export interface CheckOutcome {
  readonly passed: boolean;
  readonly detail: string;
}

export type CheckFunction = (reply: CheckedReply) => CheckOutcome;

/** A check that can be checked, or why it never could be and which of its fields is to blame. */
export type Compiled =
  | { readonly state: 'ready'; readonly check: CheckFunction }
  | { readonly state: 'refused'; readonly field: string; readonly detail: string };

export type CheckOf<Type extends Check['type']> = Extract<Check, { type: Type }>;
