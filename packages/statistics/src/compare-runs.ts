import { compareScenarios, type ScenarioVerdict } from './compare-scenarios.ts';
import { DEFAULT_MARGIN, SIGNIFICANCE_LEVEL } from '@assay/contracts/plain';
import { mean } from './descriptive.ts';
import {
  confidenceInterval,
  generalDifference,
  isScoredInBoth,
  scenarioDelta,
  suiteDifference,
  type Interval,
  type ScenarioPair,
} from './difference.ts';
import { signFlip, type SignFlipResult } from './sign-flip.ts';
import { decideVerdict, type Verdict } from './verdict.ts';

export interface CompareRunsOptions {
  /** A change within ± this margin is no change worth reporting; `DEFAULT_MARGIN` if not given. */
  readonly margin?: number;
  /** A seeded source: the same two runs must give the same result every time. */
  readonly random: () => number;
}

export interface RunComparison {
  /** In the order given; undefined if a side has fewer than two attempts. */
  readonly scenarios: readonly (ScenarioVerdict | undefined)[];
  /** Did the model change on exactly these scenarios? Undefined with one attempt a side. */
  readonly onThisSuite: Verdict | undefined;
  /** Would it on others like them? Undefined below two scenarios. */
  readonly inGeneral: Verdict | undefined;
  /** A cross-check of `inGeneral`; undefined below six scenarios, where it cannot reach .05. */
  readonly signFlip: SignFlipResult | undefined;
  /** How many scenarios both runs scored; the others take no part in the two suite verdicts. */
  readonly compared: number;
}

/** Compares two runs of the same scenarios by one metric. */
export function compareRuns(
  scenarios: readonly ScenarioPair[],
  { margin = DEFAULT_MARGIN, random }: CompareRunsOptions,
): RunComparison {
  const criteria = { margin, level: SIGNIFICANCE_LEVEL };
  const scored = scenarios.filter(isScoredInBoth);
  const onThisSuite = suiteDifference(scored);
  const inGeneral = generalDifference(scored);
  return {
    scenarios: compareScenarios(scenarios, margin),
    onThisSuite: onThisSuite && decideVerdict(onThisSuite, criteria),
    inGeneral: inGeneral && decideVerdict(inGeneral, criteria),
    signFlip: signFlip(scored.map(scenarioDelta), random),
    compared: scored.length,
  };
}

interface MeanDifference {
  readonly delta: number;
  readonly ci95: Interval | undefined;
}

/**
 * A difference without a verdict, for the metrics and turns other than the one that decides: there is no
 * correction for how many of them are looked at, so it ranks and does not decide. Of several scenarios it
 * is the mean of their differences; one that a side did not score takes no part.
 */
export function compareMeans(pairs: readonly ScenarioPair[]): MeanDifference | undefined {
  const scored = pairs.filter(isScoredInBoth);
  if (scored.length === 0) return undefined;
  const difference = suiteDifference(scored);
  return {
    delta: mean(scored.map(scenarioDelta)),
    ci95: difference && confidenceInterval(difference, SIGNIFICANCE_LEVEL),
  };
}
