/** What a judge may say of a reply beside its reference. */
export const CHOICES = ['A', 'B', 'C', 'D', 'E'] as const;
export type Choice = (typeof CHOICES)[number];

/** What each of them scores; echoed in every result. */
export const JUDGE_SCORES: Readonly<Record<Choice, number>> = {
  A: 0.5, // says less
  B: 0.8, // says more
  C: 1, // says the same
  D: 0, // contradicts
  E: 1, // differs in nothing that matters
};
