import type { Fact } from './fact.ts';

/**
 * A notation of facts in text that is NFKC and in lower case. What it reads is taken out of the text, so that
 * no later pattern reads it again; where `read` gives nothing, the text stays as it is.
 *
 * Every pattern takes time in proportion to the text, whatever the text: a repetition that can begin anywhere has
 * a limit.
 */
export interface FactPattern {
  /** A word without which a text has none of these facts: cheaper than the pattern. */
  readonly needs?: string;
  readonly pattern: RegExp;
  /** Gets the match and its groups; one that took no part is undefined. */
  readonly read: (found: readonly (string | undefined)[]) => readonly Fact[] | undefined;
}
