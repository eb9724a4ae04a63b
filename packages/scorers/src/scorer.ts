import type { Check, Metadata, ScorerName, Scores, Weights } from '@assay/contracts';
import type { CheckOutcome } from './checks/check.ts';
import type { TextComparison } from './facts/compare-texts.ts';
import type { Text } from './text/read-text.ts';

/** What an interaction expects of a reply. */
export interface Expectation {
  readonly reference_reply: string;
  readonly reference_metadata: Metadata;
  readonly checks?: readonly Check[] | undefined;
}

/** What the endpoint said, and the annotations found for it. */
export interface Reply {
  readonly text: Text;
  readonly metadata: Metadata;
  /** Whether a key that is not among them counts as wrong, or as one that nobody could derive. */
  readonly absent: 'wrong' | 'unknown';
  /** What a model made of it: absent where none was asked, null where it could not say. */
  readonly judge?: number | null;
  readonly semantic?: number | null;
  /** The outcomes of the interaction's checks, in their order. */
  readonly checked?: readonly CheckOutcome[] | undefined;
}

/** A reply and its expectation. */
export interface ScoringInput {
  readonly reply: Reply;
  readonly expected: Expectation;
  /** The reference reply, where there is one. */
  readonly reference: Text | undefined;
  /** Where reply and reference reply say different things; computed at the first call. */
  readonly comparison: (() => TextComparison) | undefined;
  readonly weights: Weights;
}

export interface Scored {
  readonly scores: Scores;
  readonly details?: Readonly<Record<string, unknown>>;
  /** What a reader of the scores should know. */
  readonly flags?: readonly string[];
}

/** One way to judge a reply. Every score is in [0, 1], higher is better. */
export interface Scorer {
  readonly name: ScorerName;
  /** Scorers above it in the registry whose scores it builds on. */
  readonly needs?: readonly ScorerName[];
  /** Whether it shows what a model said: only where one is asked does a failed request owe it. */
  readonly asksModel?: true;
  /** The scores of a failed request: null under every key that applies to the interaction, because there is no reply to score. */
  failed(expected: Expectation, weights: Weights): Scores;
  /** `before` has the scores of the scorers above this one in the registry. */
  score(turn: ScoringInput, before: Scores): Scored;
}
