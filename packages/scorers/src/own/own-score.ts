/** The result of an own scorer for one turn. */
export type OwnScore =
  /** `score` is null if the scorer has no opinion about the turn. */
  | {
      readonly state: 'scored';
      readonly score: number | null;
      readonly reason: string | null;
      readonly details: unknown;
    }
  | OwnScoreFailure;

export interface OwnScoreFailure {
  readonly state: 'scorer_failed';
  readonly failure: { readonly kind: string; readonly message: string };
}

export function failedScore(kind: string, message: string): OwnScoreFailure {
  return { state: 'scorer_failed', failure: { kind, message } };
}
