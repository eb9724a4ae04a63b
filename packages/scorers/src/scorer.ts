import type { Metadata, Scores } from '@assay/contracts';

/** What an interaction expects of a reply. */
export interface Expectation {
  readonly reference_reply: string;
  readonly reference_metadata: Metadata;
}

/** What the endpoint said, and the annotations found for it. */
export interface Reply {
  readonly text: string;
  readonly metadata: Metadata;
  /** Whether a key that is not among them counts as wrong, or as one that nobody could derive. */
  readonly absent: 'wrong' | 'unknown';
}

export interface Scored {
  readonly scores: Scores;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** One way to judge a reply. Every score is in [0, 1], higher is better. */
export interface Scorer {
  /** The metrics that apply to this interaction: what a failed request scores 0 in. */
  keys(expected: Expectation): readonly string[];
  score(reply: Reply, expected: Expectation): Scored;
}
