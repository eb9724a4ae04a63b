/** How often a judge was asked in a run, and how often it gave no usable answer. */
export interface JudgeCount {
  readonly model: string;
  readonly asked: number;
  readonly failed: number;
}

/** Which judges of a panel are trusted to stay in it. */
export interface JudgeChoices {
  /** In the order in which they were first counted. */
  readonly kept: readonly string[];
  readonly removed: readonly string[];
  /** A sentence for each judge that was removed, for the warnings of a run or a comparison. */
  readonly warnings: readonly string[];
}

/** A judge that fails more often leaves the panel: too few turns would have a word of every judge. */
const MAX_FAILED = 0.05;

/**
 * The judges of a panel without those that failed in more than 5 % of the turns of any run. The counts of both runs of a
 * comparison go in together, so that a judge leaves both of them: one yardstick for both.
 */
export function chooseJudges(counts: readonly JudgeCount[]): JudgeChoices {
  const unreliable = counts.filter(({ asked, failed }) => failed > MAX_FAILED * asked);
  const removed = new Set(unreliable.map(({ model }) => model));
  const models = new Set(counts.map(({ model }) => model));
  return {
    kept: [...models.difference(removed)],
    removed: [...removed],
    warnings: [...removed].map((model) => {
      const [worst] = unreliable
        .filter((count) => count.model === model)
        .toSorted((a, b) => b.failed / b.asked - a.failed / a.asked);
      const { failed = 0, asked = 0 } = worst ?? {};
      return `judge ${model} failed on ${failed} of ${asked} turns, more than 5 %, and was left out of every score`;
    }),
  };
}
