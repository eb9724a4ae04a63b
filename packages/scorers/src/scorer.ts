import type { Check, Metadata, ScorerName, Scores, Weights } from '@fairtrial/contracts';
import type { CheckOutcome } from './checks/check.ts';
import type { TextComparison } from './text/compare-texts.ts';
import type { Text } from './text/read-text.ts';

/** Expectations of an interaction. */
export interface Expectation {
  readonly reference_reply: string;
  readonly reference_metadata: Metadata;
  readonly checks?: readonly Check[] | undefined;
}

/** The endpoint's reply with its annotations and grades. */
export interface Reply {
  readonly text: Text;
  readonly metadata: Metadata;
  /**
   * Treatment of missing annotation keys: `wrong` scores 0, `unknown` scores null because no source could derive them.
   */
  readonly absent: 'wrong' | 'unknown';
  /** Model scores: absent if no model was called, null if it failed. */
  readonly judge?: number | null;
  readonly semantic?: number | null;
  /** Scores of own scorers, by name; null if a scorer gave none or failed. */
  readonly own?: Scores;
  /** Outcomes of the interaction's checks, in order. */
  readonly checked?: readonly CheckOutcome[] | undefined;
}

/** A reply and its expectation. */
export interface ScoringInput {
  readonly reply: Reply;
  readonly expected: Expectation;
  /** `undefined` if there is no reference reply. */
  readonly reference: Text | undefined;
  /** Differences between reply and reference reply; computed on the first call. */
  readonly comparison: (() => TextComparison) | undefined;
  readonly weights: Weights;
}

export interface Scored {
  readonly scores: Scores;
  readonly details?: Readonly<Record<string, unknown>>;
  /** Notes for readers of the scores. */
  readonly flags?: readonly string[];
}

/** Grades subjects of one kind. `Result` is a promise if it calls a model or a service. */
export interface Grader<Subject, Context, Result> {
  readonly name: string;
  /** Changes whenever the same subject can get another grade. Of one that prompts a model: the digest of the prompt. */
  readonly version: string;
  /** Preceding graders whose grades it reads. */
  readonly needs?: readonly string[];
  grade(subject: Subject, context: Context): Result;
}

/** The version of a grader that never changed. */
export const FIRST_VERSION = '1';

/** The versions of these graders by name, without those that never changed; `undefined` if there are no others. */
export function listVersions(
  graders: readonly { readonly name: string; readonly version: string }[],
): Readonly<Record<string, string>> | undefined {
  const changed = graders.filter(({ version }) => version !== FIRST_VERSION);
  return changed.length === 0
    ? undefined
    : Object.fromEntries(changed.map(({ name, version }) => [name, version]));
}

/** What a scorer gives for a reply: the score, rounded to four digits, and the flags that it sets. A test computes it. */
type Example = readonly [
  reply: string,
  reference: string,
  score: number | null,
  ...flags: readonly string[],
];

/**
 * Computes one or more scores of a reply. Every score is in [0, 1]; higher is better. The context holds the scores of the
 * preceding scorers in the registry.
 */
export interface Scorer extends Grader<ScoringInput, Scores, Scored> {
  readonly name: ScorerName;
  /** Its row in the table of scores of docs/reference/api.md, which is generated: one line of Markdown. */
  readonly meaning: string;
  readonly examples?: readonly Example[];
  /** What an interaction must have so that its replies get the score. Absent if every reply can get it. */
  readonly expects?: keyof Expectation;
  /**
   * Set if a null score of a reply means that there was nothing to compare, not that the comparison failed. Then `failed`
   * leaves it out if there is nothing to compare.
   */
  readonly isNullInapplicable?: true;
  /**
   * Set if the score comes from a model. A failed request only gets a null score for it if the run calls that model.
   */
  readonly asksModel?: true;
  /** Set if it only combines what others found out, so it is computed although the time of the reply is spent. */
  readonly isFree?: true;
  /**
   * Scores of a failed request: null under every key that applies to the interaction, because there is no reply to
   * score. Default: null under its name, if the interaction has what it `expects`.
   */
  failed?(expected: Expectation, weights: Weights): Scores;
}

/** A scorer that compares the reply with the reference reply. */
export interface TextScorer extends Scorer {
  /** 1 if the texts are equal. */
  readonly compare: (reply: Text, reference: Text) => number;
  /** Set if it makes no difference which of the texts is the reply. */
  readonly isSymmetric?: true;
  readonly examples: readonly [Example, ...Example[]];
}

type TextScorerOptions = Omit<TextScorer, 'grade' | 'expects' | 'failed'>;

export function textScorer(options: TextScorerOptions): TextScorer {
  const { name, compare } = options;
  return {
    ...options,
    expects: 'reference_reply',
    grade: ({ reply, reference }) =>
      reference === undefined
        ? { scores: {} }
        : { scores: { [name]: compare(reply.text, reference) } },
  };
}
