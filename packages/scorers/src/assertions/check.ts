import type { Assertion, ToolCall } from '@assay/contracts';

/** What assertions look at. */
export interface AssertedReply {
  readonly text: string;
  readonly latencyMs: number;
  readonly toolCalls: readonly ToolCall[];
}

/** Whether an assertion holds, and what was found. */
export interface Checked {
  readonly passed: boolean;
  readonly detail: string;
}

export type Check = (reply: AssertedReply) => Checked;

/** An assertion that can be checked, or why it never could be and which of its fields is to blame. */
export type Compiled =
  | { readonly state: 'ready'; readonly check: Check }
  | { readonly state: 'refused'; readonly field: string; readonly detail: string };

export type AssertionOf<Type extends Assertion['type']> = Extract<Assertion, { type: Type }>;
