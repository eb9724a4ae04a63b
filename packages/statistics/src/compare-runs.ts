import { compareScenarios, type ScenarioVerdict } from './compare-scenarios.ts';
import { generalDifference } from './general-difference.ts';
import { deltaOf, type ScenarioPair } from './scenario-pair.ts';
import { signFlip, type SignFlip } from './sign-flip.ts';
import { suiteDifference } from './suite-difference.ts';
import { verdictOf, type Verdict } from './verdict-of.ts';

export interface ComparisonOptions {
  /** What counts as no change worth speaking of; 0.03 unless said otherwise. */
  readonly margin?: number;
  /** A seeded source: the same two runs must read the same tomorrow. */
  readonly random: () => number;
}

export interface Comparison {
  /** In the order given; undefined where a side has fewer than two attempts. */
  readonly scenarios: readonly (ScenarioVerdict | undefined)[];
  /** Did the model change on exactly these scenarios? Undefined with one attempt a side. */
  readonly onThisSuite: Verdict | undefined;
  /** Would it on others like them? Undefined below two scenarios. */
  readonly inGeneral: Verdict | undefined;
  /** A second opinion on `inGeneral`; undefined below six scenarios, where it cannot reach .05. */
  readonly signFlip: SignFlip | undefined;
  /** Scenarios that both runs scored; the others take no part in the two suite verdicts. */
  readonly compared: number;
}

/** Two runs of the same scenarios, by one metric. */
export function compareRuns(
  scenarios: readonly ScenarioPair[],
  { margin = 0.03, random }: ComparisonOptions,
): Comparison {
  const criteria = { margin, level: 0.05 };
  const scored = scenarios.filter((pair) => pair.baseline.length > 0 && pair.candidate.length > 0);
  const onThisSuite = suiteDifference(scored);
  const inGeneral = generalDifference(scored);
  return {
    scenarios: compareScenarios(scenarios, margin),
    onThisSuite: onThisSuite && verdictOf(onThisSuite, criteria),
    inGeneral: inGeneral && verdictOf(inGeneral, criteria),
    signFlip: signFlip(scored.map(deltaOf), random),
    compared: scored.length,
  };
}
